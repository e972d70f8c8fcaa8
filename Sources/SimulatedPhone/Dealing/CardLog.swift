import Simulation
public import Vocabulary

/// All requests for pages of one dealer, in the order in which they were sent.
public struct CardLog: Sendable {
  /// One entry for each request.
  public private(set) var requests: [CardRequest] = []
  /// How many run now.
  public private(set) var running: Int = 0
  /// How many ran at once at the most, whatever their cursors.
  public private(set) var highWater: Int = 0
  /// How many ran at once at the most for one cursor.
  public private(set) var highWaterOfACursor: Int = 0
  private var counts: [CardPage.Cursor?: Int] = [:]
  private var runningByCursor: [CardPage.Cursor?: Int] = [:]

  /// A log without entries.
  public init() {}

  /// How often a page was asked for; nil stands for the first one. Constant time.
  public func count(after cursor: CardPage.Cursor?) -> Int { counts[cursor, default: 0] }

  /// The requests for a page, in order. Linear in the number of all requests.
  public func requests(after cursor: CardPage.Cursor?) -> [CardRequest] {
    requests.filter { $0.cursor == cursor }
  }

  /// The cursors that were sent, in order, with "" for the first page.
  public var cursors: [String] { requests.map { $0.cursor?.rawValue ?? "" } }

  // MARK: The life of a request

  mutating func start(
    _ cursor: CardPage.Cursor?, at instant: SimulatedClock.Instant
  ) -> CardRequest {
    counts[cursor, default: 0] += 1
    let request = CardRequest(
      id: requests.count, cursor: cursor, number: counts[cursor, default: 1], start: instant)
    requests.append(request)
    running += 1
    runningByCursor[cursor, default: 0] += 1
    highWater = max(highWater, running)
    highWaterOfACursor = max(highWaterOfACursor, runningByCursor[cursor, default: 0])
    return request
  }

  mutating func end(
    _ id: Int, _ outcome: CardRequest.Outcome, at instant: SimulatedClock.Instant
  ) {
    requests[id].outcome = outcome
    requests[id].end = instant
    running -= 1
    runningByCursor[requests[id].cursor, default: 0] -= 1
  }
}
