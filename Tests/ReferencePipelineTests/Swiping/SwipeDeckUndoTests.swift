import ReferencePipeline
import Simulation
import SimulatedPhone
import Vocabulary
import XCTest

final class SwipeDeckUndoTests: CellsTestCase {
  func testAnUndoInTheSameTurnBringsTheCardBackOnceAndTheServerHearsOfBoth() {
    onTheMainActor { simulation in
      let server = SwipeServer(simulation)
      let world = SwipeWorld(simulation, server)
      try await world.start()
      world.swipe()
      world.swipe()
      let undone = [world.deck.undo(), world.deck.undo()]
      let top = world.deck.top?.id
      try await world.sleep(.seconds(5))
      var left: [Card.ID] = []
      while let card = world.swipe() {
        left.append(card)
        try await world.sleep(.seconds(1))
      }
      return (undone, top, world.server.book.answers.prefix(3).map(\.operation.card), left)
    } check: { result, place in
      XCTAssertEqual(result.0, [true, false], "undo twice undoes one, \(place)")
      XCTAssertEqual(result.1, 2, place)
      XCTAssertEqual(result.2, [1, 2, 2], place)
      XCTAssertEqual(result.3, Array(2...9), place)
    }
  }

  func testAnUndoFollowsItsSwipeWhichIsOnItsWay() {
    onTheMainActor { simulation in
      let gate = simulation.gate("reply")
      let server = SwipeServer(simulation) { $0.number == 1 ? .replyHeld(gate) : .answered }
      let world = SwipeWorld(simulation, server)
      try await world.start()
      world.swipe()
      try await gate.untilWaiting(1)
      let undone = world.deck.undo()
      try await world.sleep(.seconds(5))
      let requests = server.requests.count
      gate.open()
      try await world.sleep(.seconds(5))
      return (undone, requests, world.counted, server.book, world.events.entries)
    } check: { result, place in
      XCTAssertTrue(result.0, place)
      XCTAssertEqual(result.1, 1, place)
      XCTAssertEqual(result.2, [], place)
      XCTAssertEqual(result.3.carriedOut.count, 2, place)
      XCTAssertEqual(Set(result.3.carriedOut.map(\.key)).count, 2, "keys of their own, \(place)")
      XCTAssertTrue(result.4.contains(.undoSaved(1)), place)
    }
  }

  func testAnUndoThatTheServerRefusesIsToldAndTheCardGoesAgain() {
    onTheMainActor { simulation in
      let server = SwipeServer(simulation, undoLimit: 0)
      let world = SwipeWorld(simulation, server)
      try await world.start()
      world.swipe()
      world.deck.undo()
      let back = world.deck.top?.id
      try await world.sleep(.seconds(5))
      return (back, world.deck.top?.id, world.events.entries, world.counted)
    } check: { result, place in
      XCTAssertEqual(result.0, 1, place)
      XCTAssertEqual(result.1, 2, place)
      XCTAssertEqual(result.2.last, .stays(1, .limitReached), place)
      XCTAssertEqual(result.3, [1], place)
    }
  }

  func testAMatchStaysAndIsShown() {
    onTheMainActor { simulation in
      let server = SwipeServer(simulation, likedBack: [1, 2])
      let world = SwipeWorld(simulation, server)
      try await world.start()
      world.swipe()
      // The phone does not know of the match yet.
      world.deck.undo()
      try await world.sleep(.seconds(5))
      let first = world.events.entries
      world.swipe()
      try await world.sleep(.seconds(5))
      // Now it does.
      let undone = world.deck.undo()
      return (first, undone, world.events.entries.last, world.counted, world.deck.top?.id)
    } check: { result, place in
      XCTAssertTrue(result.0.contains(.matched(1)), place)
      XCTAssertTrue(result.0.contains(.stays(1, .alreadyMatched)), place)
      XCTAssertFalse(result.1, place)
      XCTAssertEqual(result.2, .matched(2), place)
      XCTAssertEqual(result.3, [1, 2], place)
      XCTAssertEqual(result.4, 3, place)
    }
  }

  func testAMatchThatIsHeardWhileTheUndoIsStoredTakesTheCardAwayAgain() {
    onTheMainActor { simulation in
      let server = SwipeServer(simulation, likedBack: [1])
      let world = SwipeWorld(simulation, server)
      try await world.start()
      world.swipe()
      // About when the answer comes: before it, after it, and while it is told.
      try await world.sleep(.milliseconds(100))
      while world.events.entries.count < 1 { try await world.sleep(.microseconds(200)) }
      world.deck.undo()
      try await world.sleep(.seconds(5))
      return (world.events.entries, world.deck.top?.id, world.counted)
    } check: { result, place in
      XCTAssertTrue(result.0.contains(.matched(1)), place)
      XCTAssertEqual(result.1, 2, place)
      XCTAssertEqual(result.2, [1], place)
    }
  }

  func testSwipedTakenBackAndSwipedAgainItCountsOnceWhenTheUndoIsRefused() {
    for (choice, outcome) in [
      (Swipe.Choice.like, UndoReceipt.Outcome.alreadyMatched), (.pass, .limitReached),
    ] {
      onTheMainActor(seeds: 0..<50) { simulation in
        let gate = simulation.gate("undo")
        let server = SwipeServer(simulation, undoLimit: 0, likedBack: [1]) { request in
          if case .undo = request.operation { .replyHeld(gate) } else { .answered }
        }
        let world = SwipeWorld(simulation, server)
        try await world.start()
        world.swipe(choice)
        world.deck.undo()
        world.swipe(.pass)
        try await gate.untilWaiting(1)
        gate.open()
        try await world.sleep(.seconds(5))
        let undone = world.deck.undo()
        return (world.events.entries, server.book.counted, undone, world.deck.top?.id)
      } check: { result, place in
        XCTAssertTrue(result.0.contains(.stays(1, outcome)), place)
        XCTAssertEqual(result.1.map(\.card), [1], place)
        XCTAssertEqual(result.1.map(\.choice), [choice], "the first one, \(place)")
        XCTAssertFalse(result.2, "nothing can be taken back, \(place)")
        XCTAssertEqual(result.3, 2, place)
      }
    }
  }

  func testAnUndoFromTheCallbackWorksOnTheFirstAndOnTheLastCard() {
    onTheMainActor(seeds: 0..<50) { simulation in
      let world = SwipeWorld(simulation, SwipeServer(simulation), cards: 3)
      try await world.start()
      var tops: [Card.ID?] = []
      for _ in 1...3 {
        world.deck.onChange = { [deck = world.deck] in
          deck.onChange = nil
          tops.append(deck.undo() ? deck.top?.id : 0)
        }
        world.swipe()
        world.swipe()
      }
      world.deck.onChange = nil
      let top = world.deck.top
      try await world.sleep(.seconds(9))
      return (tops, top, world.counted, world.server.book.carriedOut.count)
    } check: { result, place in
      XCTAssertEqual(result.0, [1, 2, 3], place)
      XCTAssertNil(result.1, place)
      XCTAssertEqual(result.2, [1, 2, 3], place)
      XCTAssertEqual(result.3, 9, place)
    }
  }

  func testTheLastSwipeOfTheLaunchBeforeCanBeTakenBack() {
    for isOnline in [true, false] {
      onTheMainActor(seeds: 0..<50) { simulation in
        let server = SwipeServer(simulation)
        server.isOffline = !isOnline
        let first = SwipeWorld(simulation, server)
        try await first.start()
        for _ in 1...2 { first.swipe() }
        await first.deck.untilSafe()
        let disk = first.disk.relaunched(.nothing)
        let second = SwipeWorld(simulation, server, launch: 2, disk: disk)
        let early = second.deck.undo()
        try await second.start()
        let undone = [early, second.deck.undo(), second.deck.undo()]
        try await second.sleep(.seconds(1))
        server.isOffline = false
        second.deck.wake()
        try await second.sleep(.seconds(30))
        second.deck.reset()
        try await second.sleep(.seconds(1))
        return (undone, second.events.entries, second.counted, second.deck.top?.id)
      } check: { result, place in
        XCTAssertEqual(result.0, [false, true, false], place)
        XCTAssertEqual(result.1, [.returns(2)], place)
        XCTAssertEqual(result.2, [1], place)
        XCTAssertEqual(result.3, 2, place)
      }
    }
  }
}
