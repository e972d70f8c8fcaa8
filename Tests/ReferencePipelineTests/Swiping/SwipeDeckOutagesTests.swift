import ReferencePipeline
import Simulation
import SimulatedPhone
import SuiteParts
import Vocabulary
import XCTest

/// A user who swipes and takes back at random, under a network that comes and goes at random.
final class SwipeDeckOutagesTests: XCTestCase {
  func testUnderAHundredSchedulesAndOutagesEverySwipeCountsOnceAndInOrder() {
    for seed in 0..<100 as Range<UInt64> {
      let hops: ActorHops = seed.isMultiple(of: 2) ? .inline : .scheduled
      let simulation = Simulation(schedule: .shuffled(seed), hops: hops)
      let run = simulation.run { try await Self.session(simulation, Dice(seed: seed)) }
      do {
        let complaints = try run.get()
        XCTAssertEqual(
          complaints, [], "seed \(seed)\n\(complaints.isEmpty ? "" : "\(run.timeline)")")
      } catch {
        XCTFail("seed \(seed): \(error)\n\(run.timeline)")
      }
      XCTAssertTrue(run.leftovers.isEmpty, "seed \(seed): \(run.leftovers)")
      XCTAssertEqual(run.remarks, [], "seed \(seed)")
    }
  }

  @MainActor
  private static func session(_ simulation: Simulation, _ dice: Dice) async throws -> [String] {
    let server = SwipeServer(
      simulation, latency: .milliseconds(40), timeout: .seconds(2), undoLimit: 3,
      likedBack: [4, 7, 12]
    ) { _ in
      switch dice.roll(12) {
      case 0: .requestLost
      case 1: .replyLost
      case 2: .broken
      case 3: .unavailable(retryAfter: dice.roll(2) == 0 ? .seconds(dice.roll(4)) : nil)
      default: .answered
      }
    }
    let world = SwipeWorld(simulation, server, cards: 40)
    // What the user sees: which cards have gone, and how often each was called done.
    var gone: Set<Card.ID> = []
    var (swipes, undos) = (0, 0)
    world.onEvent = { event in
      if case .stays(let card, _) = event { gone.insert(card) }
    }
    try await world.start()
    for _ in 1...40 {
      switch dice.roll(10) {
      case 0: server.isOffline.toggle()
      case 1: server.isDown.toggle()
      case 2: world.deck.wake()
      case 3, 4:
        guard world.deck.undo(), let card = world.deck.top?.id else { break }
        gone.remove(card)
        undos += 1
      default:
        guard let card = world.swipe(dice.roll(2) == 0 ? .like : .pass) else { break }
        gone.insert(card)
        swipes += 1
      }
      if dice.roll(2) == 0 { try await world.sleep(.milliseconds(dice.roll(900))) }
    }
    (server.isOffline, server.isDown) = (false, false)
    world.deck.wake()
    await world.deck.untilSafe()
    try await world.sleep(.seconds(900))
    return complaints(world, gone: gone, swipes: swipes, undos: undos)
  }

  @MainActor
  private static func complaints(
    _ world: SwipeWorld, gone: Set<Card.ID>, swipes: Int, undos: Int
  ) -> [String] {
    let book = world.server.book
    var complaints: [String] = []
    func hold(_ holds: Bool, _ sentence: String) { if !holds { complaints.append(sentence) } }
    let saved = world.saved
    hold(saved.count == swipes, "\(swipes) swipes, \(saved.count) called done")
    hold(Set(saved.map(\.key)).count == swipes, "a key of its own for each")
    let answered = book.answers.compactMap { answer -> Swipe? in
      if case .swipe(let swipe, _) = answer { swipe } else { nil }
    }
    hold(answered == saved, "in the order of the screen, each under one key: \(answered), \(saved)")
    // An undo of a swipe that is a match by then is not asked for.
    hold(book.answers.count - swipes <= undos, "more undos than the user wished")
    hold(book.conflicts.isEmpty, "conflicts: \(book.conflicts)")
    hold(Set(world.counted) == gone, "gone \(gone.sorted()), counted \(world.counted.sorted())")
    hold(world.counted.count == gone.count, "a card counts twice")
    hold(gone.isEmpty || swipes > 0, "nothing was swiped")
    return complaints
  }
}
