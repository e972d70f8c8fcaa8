import Simulation
import SimulatedPhone
import SwipesMustNotBeLostSolution
import UndoTheSwipeSolution
import Vocabulary
import XCTest

final class SwipeLedgerTests: ScheduledTestCase {
  typealias Change = SwipeLedger.Change

  /// One launch of the app: a queue, a ledger over it, and what the screen has heard.
  private struct App: Sendable {
    let disk: SimulatedDisk
    let outbox: Outbox
    let ledger: SwipeLedger
    let changes = Heard<Change>()

    init(_ simulation: Simulation, _ server: SwipeServer, _ disk: SimulatedDisk? = nil) async {
      self.disk = disk ?? SimulatedDisk(simulation)
      outbox = Outbox(files: self.disk, server: server) { _, _ in
        try await simulation.clock.sleep(for: .seconds(1))
      }
      ledger = SwipeLedger(queue: outbox)
      await ledger.listen(changes.hear)
    }
  }

  func testBothGoInOrderEachUnderItsKey() {
    underEverySchedule { simulation in
      let server = SwipeServer(simulation)
      let app = await App(simulation, server)
      let swipe = try await app.ledger.swipe(7, .like)
      let card = try await app.ledger.undo()
      let waiting = try await app.outbox.pending()
      await app.outbox.drain()
      return (swipe, card, waiting, server.book, app.changes.all)
    } check: { result, place in
      let (swipe, card, waiting, book, changes) = result
      XCTAssertEqual(card, 7, place)
      XCTAssertEqual(waiting.first, .swipe(swipe), place)
      XCTAssertEqual(book.carriedOut, waiting, place)
      XCTAssertEqual(Set(book.arrivals.keys).count, 2, place)
      XCTAssertEqual(book.counted, [], place)
      XCTAssertEqual(changes, [], place)
    }
  }

  /// The undo comes before the request arrives, before its reply, and after it.
  func testAnUndoFollowsASwipeThatIsOnItsWay() {
    for isHeldBefore in [true, false] {
      underEverySchedule(seeds: 0..<50) { simulation in
        let gate = simulation.gate("line")
        let server = SwipeServer(simulation) { request in
          guard request.number == 1 else { return .answered }
          return isHeldBefore ? .requestHeld(gate) : .replyHeld(gate)
        }
        let app = await App(simulation, server)
        let swipe = try await app.ledger.swipe(7, .like)
        async let drain: Void = app.outbox.drain()
        try await gate.untilWaiting(1)
        let card = try await app.ledger.undo()
        let early = server.requests.count
        gate.open()
        _ = await drain
        return (swipe, card, early, server.book)
      } check: { result, place in
        XCTAssertEqual(result.1, 7, place)
        XCTAssertEqual(result.2, 1, place)
        XCTAssertEqual(result.3.carriedOut.map(\.card), [7, 7], place)
        XCTAssertEqual(result.3.carriedOut.first, .swipe(result.0), place)
        XCTAssertEqual(result.3.counted, [], place)
      }
    }
  }

  /// Each of the first four requests fails in each way: 256 patterns.
  func testOnceUndoneItStaysUndoneWhateverIsLost() throws {
    let fates: [SwipeFate] = [.answered, .requestLost, .replyLost, .broken]
    for pattern in 0..<256 {
      let simulation = Simulation()
      let run = simulation.run {
        let server = SwipeServer(simulation, undoLimit: 1) { request in
          request.number <= 4 ? fates[pattern >> (2 * (request.number - 1)) & 3] : .answered
        }
        let app = await App(simulation, server)
        try await app.ledger.swipe(7, .like)
        async let drain: Void = app.outbox.drain()
        let card = try await app.ledger.undo()
        _ = await drain
        await app.outbox.drain()
        return (card, server.book, app.changes.all)
      }
      let (card, book, changes) = try run.get()
      XCTAssertEqual(card, 7, "pattern \(pattern)")
      XCTAssertEqual(book.counted, [], "pattern \(pattern)")
      XCTAssertEqual(book.undosLeft, 0, "pattern \(pattern)")
      XCTAssertEqual(changes, [], "pattern \(pattern)")
    }
  }

  func testAMatchStaysAndIsShown() {
    underEverySchedule { simulation in
      let server = SwipeServer(simulation)
      let app = await App(simulation, server)
      try await app.ledger.swipe(7, .like)
      await app.outbox.drain()
      server.likeBack(7)
      let card = try await app.ledger.undo()
      await app.outbox.drain()
      return (card, server.book.counted.map(\.card), app.changes.all)
    } check: { result, place in
      XCTAssertEqual(result.0, 7, place)
      XCTAssertEqual(result.1, [7], place)
      XCTAssertEqual(result.2, [.stays(7, .alreadyMatched), .matched(7)], place)
    }
  }

  func testAMatchThatThePhoneKnowsIsNotAskedFor() {
    underEverySchedule(seeds: 0..<20) { simulation in
      let server = SwipeServer(simulation, likedBack: [7])
      let app = await App(simulation, server)
      try await app.ledger.swipe(7, .like)
      await app.outbox.drain()
      return (try await app.ledger.undo(), server.requests.count, app.changes.all)
    } check: { result, place in
      XCTAssertEqual(result.0, nil, place)
      XCTAssertEqual(result.1, 1, place)
      XCTAssertEqual(result.2, [.matched(7)], place)
    }
  }

  func testUndoTwiceUndoesOne() {
    underEverySchedule { simulation in
      let server = SwipeServer(simulation)
      let app = await App(simulation, server)
      for card in 1...2 { try await app.ledger.swipe(card, .like) }
      async let one = app.ledger.undo()
      async let other = app.ledger.undo()
      let cards = [try await one, try await other].compactMap { $0 }
      await app.outbox.drain()
      let late = try await app.ledger.undo()
      return (cards, late, server.book.counted.map(\.card))
    } check: { result, place in
      XCTAssertEqual(result.0, [2], place)
      XCTAssertEqual(result.1, nil, place)
      XCTAssertEqual(result.2, [1], place)
    }
  }

  /// The swipe is still being stored when the undo is asked for.
  func testAnUndoInTheTurnOfItsSwipe() {
    underEverySchedule { simulation in
      let server = SwipeServer(simulation)
      let app = await App(simulation, server)
      try await app.ledger.swipe(1, .pass)
      async let swipe = app.ledger.swipe(2, .like)
      try await simulation.clock.sleep(for: .microseconds(1))
      let card = try await app.ledger.undo()
      _ = try await swipe
      await app.outbox.drain()
      return (card, server.book.counted.map(\.card))
    } check: { result, place in
      XCTAssertEqual(result.0, 2, place)
      XCTAssertEqual(result.1, [1], place)
    }
  }

  func testTheFreeLimitIsTheServersWord() {
    underEverySchedule(seeds: 0..<20) { simulation in
      let server = SwipeServer(simulation, undoLimit: 1)
      let app = await App(simulation, server)
      // Offline: the server hears of both undos, though nothing was sent before the second.
      for card in 1...2 {
        try await app.ledger.swipe(card, .like)
        _ = try await app.ledger.undo()
      }
      await app.outbox.drain()
      return (server.book.counted.map(\.card), app.changes.all)
    } check: { result, place in
      XCTAssertEqual(result.0, [2], place)
      XCTAssertEqual(result.1, [.stays(2, .limitReached)], place)
    }
  }

  func testACardSwipedAgainCountsOnceWhetherTheUndoIsRefusedOrNot() {
    for limit in [0, 1] {
      underEverySchedule(seeds: 0..<20) { simulation in
        let server = SwipeServer(simulation, undoLimit: limit)
        let app = await App(simulation, server)
        try await app.ledger.swipe(7, .like)
        let card = try await app.ledger.undo()
        try await app.ledger.swipe(7, .pass)
        await app.outbox.drain()
        return (card, server.book.counted.map(\.choice), app.changes.all)
      } check: { result, place in
        XCTAssertEqual(result.0, 7, place)
        XCTAssertEqual(result.1, [limit == 0 ? .like : .pass], place)
        let expected: [Change] =
          limit == 0
          ? [.stays(7, .limitReached), .refused(7, reason: "The card has been swiped.")] : []
        XCTAssertEqual(result.2, expected, place)
      }
    }
  }

  func testARelaunchBetweenSwipeAndUndo() {
    for isAnswered in [true, false] {
      underEverySchedule(seeds: 0..<20) { simulation in
        let server = SwipeServer(simulation)
        let first = await App(simulation, server)
        for card in 1...2 { try await first.ledger.swipe(card, .like) }
        if isAnswered { await first.outbox.drain() }
        let next = await App(simulation, server, first.disk.relaunched(.nothing))
        let card = try await next.ledger.undo()
        let third = await App(simulation, server, next.disk.relaunched(.nothing))
        let again = try await third.ledger.undo()
        await third.outbox.drain()
        return (card, again, server.book.counted.map(\.card))
      } check: { result, place in
        XCTAssertEqual(result.0, 2, place)
        XCTAssertEqual(result.1, nil, place)
        XCTAssertEqual(result.2, [1], place)
      }
    }
  }

  func testNothingToTakeBack() throws {
    let simulation = Simulation()
    let run = simulation.run {
      let app = await App(simulation, SwipeServer(simulation))
      return (try await app.ledger.undo(), try await app.outbox.pending())
    }
    let (card, pending) = try run.get()
    XCTAssertNil(card)
    XCTAssertEqual(pending, [])
  }

  func testAFullDiskLeavesTheSwipeToBeTakenBackLater() throws {
    let simulation = Simulation()
    let run = simulation.run {
      let server = SwipeServer(simulation)
      let app = await App(simulation, server, SimulatedDisk(simulation, blockSize: 16))
      try await app.ledger.swipe(1, .like)
      app.disk.fill()
      let early = try? await app.ledger.undo()
      let swiped = try? await app.ledger.swipe(2, .like)
      app.disk.setCapacity(nil)
      let card = try await app.ledger.undo()
      await app.outbox.drain()
      return (early ?? nil, swiped, card, server.book.carriedOut.count, server.book.counted)
    }
    let (early, swiped, card, count, counted) = try run.get()
    XCTAssertNil(early)
    XCTAssertNil(swiped)
    XCTAssertEqual(card, 1)
    XCTAssertEqual(count, 2)
    XCTAssertEqual(counted, [])
  }

  func testAnUndoFromWithinTheListener() {
    underEverySchedule(seeds: 0..<20) { simulation in
      let server = SwipeServer(simulation) { request in
        request.number == 1 ? .refused(reason: "gone") : .answered
      }
      let app = await App(simulation, server)
      let cards = Heard<Card.ID?>()
      await app.ledger.listen { change in
        guard case .refused = change else { return }
        cards.hear(try? await app.ledger.undo())
        _ = try? await app.ledger.swipe(2, .like)
      }
      try await app.ledger.swipe(1, .like)
      await app.outbox.drain()
      return (cards.all, server.book.counted.map(\.card), try await app.outbox.pending())
    } check: { result, place in
      XCTAssertEqual(result.0, [1], place)
      XCTAssertEqual(result.1, [2], place)
      XCTAssertEqual(result.2, [], place)
    }
  }
}
