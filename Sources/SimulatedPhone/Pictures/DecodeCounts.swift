/// What a decoder has done so far.
public struct DecodeCounts: Hashable, Sendable {
  /// How many decodes have begun, on whatever path.
  public var started: Int = 0
  /// How many brought a picture.
  public var finished: Int = 0
  /// How many ended with an error of the image.
  public var failed: Int = 0
  /// How many were cancelled after they had begun.
  public var cancelled: Int = 0
  /// How many are running now.
  public var running: Int = 0
  /// How many were running at once, at the most.
  public var mostRunning: Int = 0
  /// What the running ones hold now, in bytes: results and strips.
  public var bytes: Int = 0
  /// What the running ones held at once, at the most, in bytes.
  public var mostBytes: Int = 0
  /// How many ran on the main actor.
  public var onMainActor: Int = 0
  /// How many kept their caller's thread busy: ``SyntheticDecoder/decodeNow(_:maxPixelSize:)``
  /// and the first draw of an opened picture.
  public var blocking: Int = 0
  /// How many were paid by the first draw of an opened picture.
  public var onFirstDraw: Int = 0

  /// The counts of a decoder that has done nothing.
  public init() {}

  /// How a decode ended.
  enum End {
    case finished
    case failed
    case cancelled
  }

  mutating func begin(bytes: Int, onMainActor: Bool, isBlocking: Bool) {
    started += 1
    running += 1
    mostRunning = max(mostRunning, running)
    self.bytes += bytes
    mostBytes = max(mostBytes, self.bytes)
    if onMainActor { self.onMainActor += 1 }
    if isBlocking { blocking += 1 }
  }

  mutating func end(_ end: End, bytes: Int) {
    running -= 1
    self.bytes -= bytes
    switch end {
    case .finished: finished += 1
    case .failed: failed += 1
    case .cancelled: cancelled += 1
    }
  }
}
