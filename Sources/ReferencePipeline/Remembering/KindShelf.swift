import HTTPForFreeSolution
import LRUYourselfSolution
import Synchronization
import TwoGBPhoneSolution
import Vocabulary

/// The memory tier of one kind, which knows how old its copies are and what is on screen.
///
/// A picture in memory is a copy like that on disk and has the same budget. What is on screen is
/// found even where the tier has let go of it.
final class KindShelf: ImageCaching {
  private let memory: any ImageCaching
  private let relief: PressureRelief
  private let freshness: Freshness
  private let noteBytes: @Sendable () -> Void
  /// What is known of the copies, for kinds that grow old. One that has been forgotten is asked
  /// about.
  private let labels = Mutex(LRUCache<ImageKey, Envelope.Label>(costLimit: 2_048))

  init(
    memory: any ImageCaching, relief: PressureRelief, freshness: Freshness,
    noteBytes: @escaping @Sendable () -> Void
  ) {
    self.memory = memory
    self.relief = relief
    self.freshness = freshness
    self.noteBytes = noteBytes
  }

  // MARK: For those who draw

  /// The picture for a key, where it may be shown before the server has been asked, and whether
  /// the server should be asked behind it.
  func shown(_ key: ImageKey) -> (image: Bitmap, wantsRefresh: Bool)? {
    guard let image = relief.image(for: key) else { return nil }
    switch verdict(on: key) {
    case .show: return (image, false)
    case .showAndRefresh: return (image, true)
    case .ask: return nil
    }
  }

  /// The picture for a key, however old.
  func held(_ key: ImageKey) -> Bitmap? { relief.image(for: key) }

  /// The picture for a key, however old, unless the server forbids to show it unasked.
  func heldWhereAllowed(_ key: ImageKey) -> Bitmap? {
    if let label = labels.withLock({ $0.value(for: key) }),
      !HTTPCachePolicy.mayShowAfterFailure(label.response)
    {
      return nil
    }
    return held(key)
  }

  private func verdict(on key: ImageKey) -> Freshness.Verdict {
    guard freshness.isTimed else { return .show }
    guard let label = labels.withLock({ $0.value(for: key) }) else { return .showAndRefresh }
    return freshness.verdict(on: label, of: key.url)
  }

  // MARK: For loads

  /// The picture that a load may end with; nil where the server has to be asked, or should be.
  func image(for key: ImageKey) -> Bitmap? {
    guard LoadContext.current?.mustAsk != true, let shown = shown(key) else { return nil }
    return shown.wantsRefresh ? nil : shown.image
  }

  /// Takes a picture in with what its load knows of it. What the server does not want kept is not
  /// kept here either.
  func insert(_ image: Bitmap, for key: ImageKey) {
    let load = LoadContext.current
    if case .fetched(_, mayBeKept: false) = load?.reply { return remove(key) }
    memory.insert(image, for: key)
    if freshness.isTimed, let label = load?.label {
      labels.withLock { _ = $0.insert(label, for: key) }
    }
    noteBytes()
  }

  func remove(_ key: ImageKey) {
    memory.remove(key)
    labels.withLock { _ = $0.remove(key) }
  }

  func trim(toBytes limit: Int) { memory.trim(toBytes: limit) }

  var byteCount: Int { memory.byteCount }
}
