public import Simulation
public import Vocabulary

/// What became of one request.
public struct TransferRecord: Hashable, Sendable, Identifiable {
  /// Its place among all requests of its transport, from zero.
  public let id: Int
  /// The how-manieth request of its URL it is, from 1.
  public let number: Int
  /// What was sent: the URL, the header, and the priority that it had at its start.
  public let request: TransportRequest
  /// When it started.
  public let start: SimulatedClock.Instant

  /// How timelines call it: the path and query, and which request of its URL it is.
  let label: String

  /// The status that was delivered; nil where none was, or not yet.
  public internal(set) var status: Int?
  /// When the response was delivered.
  public internal(set) var response: SimulatedClock.Instant?
  /// How many bytes of the body were delivered.
  public internal(set) var bytes: Int = 0
  /// When it ended; nil while it runs.
  public internal(set) var end: SimulatedClock.Instant?
  /// How it ended; nil while it runs.
  public internal(set) var outcome: TransferOutcome?

  /// Whether it has not ended yet.
  public var isRunning: Bool { outcome == nil }

  init(id: Int, number: Int, request: TransportRequest, start: SimulatedClock.Instant) {
    self.id = id
    self.number = number
    self.request = request
    self.start = start
    let target = request.url.target
    label = number == 1 ? target : "\(target) #\(number)"
  }
}
