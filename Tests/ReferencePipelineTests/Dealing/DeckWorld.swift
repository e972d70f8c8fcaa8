import LowWaterMarkSolution
import Simulation
import SimulatedPhone
import Vocabulary

/// A deck with a dealer, pictures and a clock, all in one simulation.
@MainActor
struct DeckWorld {
  let simulation: Simulation
  let dealer: CardDealer
  let pictures: CardPictures
  let deck: CardDeck

  init(
    _ simulation: Simulation, _ script: CardScript, limits: DeckLimits = DeckLimits(),
    picturesAreHeld: Bool = false
  ) {
    self.simulation = simulation
    dealer = CardDealer(simulation, script)
    pictures = CardPictures(simulation, isOpen: !picturesAreHeld)
    deck = CardDeck(
      pages: dealer, pictures: pictures, cardSize: 600, clock: simulation.clock, limits: limits
    ) { attempt, retryAfter in
      (retryAfter ?? .zero) + .seconds(1 << min(attempt, 4))
    }
  }

  /// Asks for the first page, and waits until no more can happen at this instant.
  func start() async throws {
    deck.start()
    try await simulation.untilQuiet()
  }

  /// Swipes so many cards, without a wait, and gives their ids.
  @discardableResult
  func swipe(_ count: Int = 1) -> [Card.ID] {
    (0..<count).compactMap { _ in deck.plan.top.flatMap { deck.swipe($0.id)?.id } }
  }

  /// The cards of whose pictures the deck has one.
  func shown(_ ids: ClosedRange<Int>) -> [Card.ID] {
    ids.filter { deck.picture(of: $0) != nil }
  }

  /// When the pages of a cursor were asked for, in seconds.
  func seconds(after cursor: String?) -> [Double] {
    dealer.log.requests(after: cursor.map(CardPage.Cursor.init(rawValue:)))
      .map { $0.start.offset / .seconds(1) }
  }
}
