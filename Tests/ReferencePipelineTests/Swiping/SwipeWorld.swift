import ReferencePipeline
import Simulation
import SimulatedPhone
import SwipesMustNotBeLostSolution
import Synchronization
import TheStampedeSolution
import Vocabulary

/// One launch of an app with a deck: a dealer who leaves out what counts, a server and a disk.
@MainActor
final class SwipeWorld {
  let simulation: Simulation
  let server: SwipeServer
  let disk: SimulatedDisk
  let dealer: CardDealer
  let pictures: CardPictures
  let deck: SwipeDeck
  let events = Notebook<SwipeDeck.Event>()
  /// Called after each event was noted.
  var onEvent: (@MainActor (SwipeDeck.Event) -> Void)?

  /// A launch of the app. Random numbers differ between launches; without a disk, it finds an empty
  /// one.
  init(
    _ simulation: Simulation, _ server: SwipeServer, launch: UInt64 = 1, cards: Int = 9,
    disk: SimulatedDisk? = nil,
    queue makeQueue: ((SimulatedDisk, @escaping Outbox.Pause) -> any SwipeQueueing)? = nil
  ) {
    self.simulation = simulation
    self.server = server
    let disk = disk ?? SimulatedDisk(simulation)
    self.disk = disk
    dealer = CardDealer(simulation, .leavingOutCounted(server, cards: cards))
    pictures = CardPictures(simulation)
    var configuration = SwipeDeck.Configuration(cardSize: 600)
    configuration.retry = RetryPolicy(base: .seconds(1), cap: .seconds(20), attempts: 6)
    let bits = Mutex(launch &* 0x9E37_79B9_7F4A_7C15)
    deck = SwipeDeck(
      configuration,
      in: SwipeDeck.Surroundings(
        pages: dealer, pictures: pictures, server: server, files: disk,
        clock: simulation.clock,
        random: {
          bits.withLock { bits in
            bits = bits &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return bits ^ (bits >> 29)
          }
        }), queue: makeQueue.map { make in { make(disk, $0) } })
    deck.onEvent = { [weak self, events] event in
      events.add(event)
      self?.onEvent?(event)
    }
  }

  /// Starts, and waits until the first cards are there and nothing goes on.
  func start() async throws {
    deck.start()
    try await sleep(.seconds(1))
  }

  func sleep(_ duration: Duration) async throws {
    try await simulation.clock.sleep(for: duration)
  }

  /// Swipes the card on top; nil where there is none.
  @discardableResult
  func swipe(_ choice: Swipe.Choice = .like) -> Card.ID? {
    guard let card = deck.top?.id, deck.swipe(card, choice) else { return nil }
    return card
  }

  /// The keys of the swipes that were called done, in order.
  var saved: [Swipe] {
    events.entries.compactMap { if case .saved(let swipe) = $0 { swipe } else { nil } }
  }

  /// The cards that count at the server, in order.
  var counted: [Card.ID] { server.book.counted.map(\.card) }
}

extension CardScript {
  /// Deals cards that do not count yet, five at a time. A cursor is the last card before it.
  static func leavingOutCounted(_ server: SwipeServer, cards: Int) -> CardScript {
    CardScript { request in
      let counted = Set(server.book.counted.map(\.card))
      let start = request.cursor.flatMap { Int($0.rawValue) } ?? 0
      let ids = (start + 1..<max(cards, start) + 1).filter { !counted.contains($0) }.prefix(5)
      let isLast = ids.count < 5
      return .page(.numbered(ids), next: isLast ? nil : ids.last.map(String.init))
        .after(.milliseconds(80))
    }
  }
}
