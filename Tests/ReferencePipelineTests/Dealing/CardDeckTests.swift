import LowWaterMarkSolution
import Simulation
import SimulatedPhone
import Vocabulary
import XCTest

final class CardDeckTests: CellsTestCase {
  func testHoweverManySwipesThereIsOneRequestForEachCursor() {
    onTheMainActor { simulation in
      let gate = simulation.gate("page")
      let script = CardScript.endless(pageSize: 5).changing("1") { reply, _ in
        reply.held(at: gate)
      }
      let world = DeckWorld(simulation, script)
      try await world.start()
      let cursors = world.dealer.log.cursors
      world.swipe(3)
      try await simulation.untilQuiet()
      world.swipe(2)
      try await simulation.untilQuiet()
      let refused = world.deck.swipe(5) == nil && world.swipe() == []
      gate.open()
      try await simulation.untilQuiet()
      return (cursors, refused, world.dealer.log, world.deck.plan.top?.id)
    } check: { result, place in
      XCTAssertEqual(result.0, [""], place)
      XCTAssertTrue(result.1, place)
      XCTAssertEqual(result.2.cursors, ["", "1"], place)
      XCTAssertEqual(result.2.highWater, 1, place)
      XCTAssertEqual(result.3, 6, place)
    }
  }

  func testAFailedPageIsAskedForAgainAfterPausesThatNoSwipeShortens() {
    onTheMainActor(seeds: 0..<30) { simulation in
      let script = CardScript.dealing([.numbered(1...4), .numbered(5...9)])
        .answering(
          "1", with: .failing(.offline), .failing(.unavailable(retryAfter: .seconds(10))),
          .failing(.timedOut), .page(.numbered(5...9), next: nil))
      let world = DeckWorld(simulation, script)
      try await world.start()
      for _ in 1...3 {
        world.swipe()
        try await simulation.untilQuiet()
      }
      try await simulation.clock.sleep(for: .seconds(60))
      return (world.seconds(after: "1"), world.swipe(9))
    } check: { result, place in
      XCTAssertEqual(result.0, [0, 1, 13, 17], place)
      XCTAssertEqual(result.1, [4, 5, 6, 7, 8, 9], place)
    }
  }

  func testAConnectionThatIsBackEndsThePause() {
    onTheMainActor(seeds: 0..<30) { simulation in
      let script = CardScript()
        .answering(nil, with: .failing(.offline), .page(.numbered(1...9), next: nil))
      let world = DeckWorld(simulation, script)
      try await world.start()
      try await simulation.clock.sleep(for: .milliseconds(300))
      world.deck.wake()
      world.deck.wake()
      try await simulation.clock.sleep(for: .seconds(60))
      return (world.seconds(after: nil), world.deck.plan.top?.id)
    } check: { result, place in
      XCTAssertEqual(result.0, [0, 0.3], place)
      XCTAssertEqual(result.1, 1, place)
    }
  }

  func testEmptyAndKnownPagesLeadOnAndTheEmptyLastOneEndsIt() {
    onTheMainActor(seeds: 0..<30) { simulation in
      let pages: [[Card]] = [.numbered(1...2), [], .numbered(1...2), .numbered(3...3), []]
      let world = DeckWorld(simulation, .dealing(pages))
      try await world.start()
      let swiped = world.swipe(9)
      try await simulation.clock.sleep(for: .seconds(60))
      return (world.dealer.log.cursors, swiped, world.deck.plan.hasEnded)
    } check: { result, place in
      XCTAssertEqual(result.0, ["", "1", "2", "3", "4"], place)
      XCTAssertEqual(result.1, [1, 2, 3], place)
      XCTAssertTrue(result.2, place)
    }
  }

  func testAServerWithoutNewCardsIsNotAskedInAHotLoop() {
    onTheMainActor(seeds: 0..<10) { simulation in
      let world = DeckWorld(simulation, CardScript { .page([], next: "\($0.id)") })
      try await world.start()
      let atOnce = world.dealer.log.requests.count
      try await simulation.clock.sleep(for: .seconds(160))
      return (atOnce, world.dealer.log.requests.count)
    } check: { result, place in
      XCTAssertEqual(result.0, 3, place)
      XCTAssertEqual(result.1, 3 + 4 + 9, "after 1, 2, 4, 8 seconds, and then 16 each, \(place)")
    }
  }

  func testTenThousandEmptyPagesAreGoneThroughWithoutRecursion() {
    onTheMainActor(seeds: 0..<0) { simulation in
      var limits = DeckLimits()
      limits.barrenPages = .max
      let script = CardScript { request in
        let next = (request.cursor.flatMap { Int($0.rawValue) } ?? 0) + 1
        return next < 10_000 ? .page([], next: "\(next)") : .page(.numbered(7...7), next: nil)
      }
      let world = DeckWorld(simulation, script, limits: limits)
      try await world.start()
      return (world.dealer.log.requests.count, world.deck.plan.top?.id)
    } check: { result, place in
      XCTAssertEqual(result.0, 10_000, place)
      XCTAssertEqual(result.1, 7, place)
    }
  }

  func testThePageOfADeckThatWasResetIsDroppedWhenItComes() {
    onTheMainActor { simulation in
      let gate = simulation.gate("late")
      let script = CardScript.endless(pageSize: 4)
        .changing("1") { reply, request in
          request.number == 1 ? reply.held(at: gate).ignoringCancellation() : reply
        }
      let world = DeckWorld(simulation, script)
      try await world.start()
      world.swipe(2)
      try await gate.untilWaiting(1)
      world.deck.reset()
      // Whichever comes first.
      gate.open()
      try await simulation.untilQuiet()
      return (world.dealer.log.cursors, world.swipe(3))
    } check: { result, place in
      XCTAssertEqual(result.0, ["", "1", "", "1"], place)
      XCTAssertEqual(result.1, [3, 4, 5], place)
    }
  }

  func testAResetCallsThePageAndTheLoadsOff() {
    onTheMainActor { simulation in
      let gate = simulation.gate("late")
      let script = CardScript.endless(pageSize: 4)
        .changing("1") { reply, _ in reply.held(at: gate) }
      let world = DeckWorld(simulation, script, picturesAreHeld: true)
      try await world.start()
      world.swipe()
      try await simulation.untilQuiet()
      world.deck.reset()
      try await simulation.untilQuiet()
      return (world.dealer.log.requests[1].outcome, world.pictures.cancelled.sorted())
    } check: { result, place in
      XCTAssertEqual(result.0, .cancelled, place)
      XCTAssertEqual(result.1, [1, 2, 3, 4], place)
    }
  }
}
