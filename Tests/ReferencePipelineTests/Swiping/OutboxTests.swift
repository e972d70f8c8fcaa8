import Simulation
import SimulatedPhone
import SwipesMustNotBeLostSolution
import Vocabulary
import XCTest

final class OutboxTests: ScheduledTestCase {
  private static func outbox(
    _ simulation: Simulation, _ server: SwipeServer, _ disk: SimulatedDisk? = nil
  ) -> Outbox {
    Outbox(files: disk ?? SimulatedDisk(simulation), server: server) { _, _ in
      try await simulation.clock.sleep(for: .seconds(1))
    }
  }

  func testASwipeIsSafeBeforeItIsDoneAndBeforeAnythingIsSent() {
    underEverySchedule(seeds: 0..<5) { simulation in
      let (disk, server) = (SimulatedDisk(simulation), SwipeServer(simulation))
      let outbox = Self.outbox(simulation, server, disk)
      try await outbox.add(.like(1))
      let sent = server.requests.count
      let next = Self.outbox(simulation, server, disk.relaunched(.nothing))
      return (sent, try await next.pending(), try await next.last())
    } check: { result, place in
      XCTAssertEqual(result.0, 0, place)
      XCTAssertEqual(result.1, [.like(1)], place)
      XCTAssertEqual(result.2, .like(1), place)
    }
  }

  func testALostReplyIsCountedOnce() {
    underEverySchedule { simulation in
      let server = SwipeServer(simulation) { $0.number == 1 ? .replyLost : .answered }
      let (outbox, heard) = (Self.outbox(simulation, server), Heard<SwipeAnswer>())
      await outbox.listen(heard.hear)
      try await outbox.add(.like(1))
      await outbox.drain()
      return (server.book, heard.all)
    } check: { result, place in
      XCTAssertEqual(result.0.counted.map(\.card), [1], place)
      XCTAssertEqual(result.0.arrivals, [.init(rawValue: "swipe-1"): 2], place)
      XCTAssertEqual(result.1.map(\.operation), [.like(1)], place)
    }
  }

  /// Each of the first five requests fails in each way: 1,024 patterns.
  func testTheOrderIsKeptUnderAnyPatternOfFailures() throws {
    let fates: [SwipeFate] = [.answered, .requestLost, .replyLost, .unavailable(retryAfter: nil)]
    for pattern in 0..<1024 {
      let simulation = Simulation()
      let run = simulation.run {
        let server = SwipeServer(simulation) { request in
          request.number <= 5 ? fates[pattern >> (2 * (request.number - 1)) & 3] : .answered
        }
        let (outbox, heard) = (Self.outbox(simulation, server), Heard<SwipeAnswer>())
        await outbox.listen(heard.hear)
        for operation in SwipeOperation.likes(1...2) { try await outbox.add(operation) }
        async let drain: Void = outbox.drain()
        try await outbox.add(.undoLike(2))
        _ = await drain
        await outbox.drain()
        return (server.book.carriedOut, heard.all.map(\.operation))
      }
      let (carriedOut, heard) = try run.get()
      let all = SwipeOperation.likes(1...2) + [.undoLike(2)]
      XCTAssertEqual(carriedOut, all, "pattern \(pattern)")
      XCTAssertEqual(heard, all, "pattern \(pattern)")
    }
  }

  func testTwoWakeUpsInOneTurnAreOneDrain() {
    underEverySchedule { simulation in
      let server = SwipeServer(simulation)
      let outbox = Self.outbox(simulation, server)
      for operation in SwipeOperation.likes(1...3) { try await outbox.add(operation) }
      async let online: Void = outbox.drain()
      async let foreground: Void = outbox.drain()
      _ = await (online, foreground)
      return server.requests.map(\.operation)
    } check: { sent, place in
      XCTAssertEqual(sent, SwipeOperation.likes(1...3), place)
    }
  }

  func testOfflineInMidDrainDoesNotJamIt() {
    underEverySchedule { simulation in
      let gate = simulation.gate("reply")
      let server = SwipeServer(simulation) { $0.number == 2 ? .replyHeld(gate) : .answered }
      let outbox = Self.outbox(simulation, server)
      for operation in SwipeOperation.likes(1...3) { try await outbox.add(operation) }
      async let drain: Void = outbox.drain()
      try await gate.untilWaiting(1)
      server.isOffline = true
      gate.open()
      _ = await drain
      let left = try await outbox.pending()
      await outbox.drain()
      server.isOffline = false
      await outbox.drain()
      return (left, server.book, try await outbox.pending())
    } check: { result, place in
      XCTAssertEqual(result.0, SwipeOperation.likes(2...3), place)
      XCTAssertEqual(result.1.carriedOut, SwipeOperation.likes(1...3), place)
      XCTAssertEqual(result.2, [], place)
    }
  }

  /// The connection is back before the attempt without one has failed.
  func testAWakeUpDuringTheLastAttemptIsNotLost() {
    underEverySchedule { simulation in
      let (gate, server) = (simulation.gate("failure"), SwipeServer(simulation))
      let line = FirstOffline(gate, then: server)
      let outbox = Outbox(files: SimulatedDisk(simulation), server: line)
      try await outbox.add(.like(1))
      async let drain: Void = outbox.drain()
      try await gate.untilWaiting(1)
      async let reconnect: Void = outbox.drain()
      try await simulation.untilQuiet()
      gate.open()
      _ = await (drain, reconnect)
      return server.book.counted.count
    } check: { count, place in
      XCTAssertEqual(count, 1, place)
    }
  }

  func testFailuresEndTheDrainWhereNobodyPauses() throws {
    let simulation = Simulation()
    let run = simulation.run {
      let server = SwipeServer(simulation)
      server.isDown = true
      let outbox = Outbox(files: SimulatedDisk(simulation), server: server)
      try await outbox.add(.like(1))
      await outbox.drain()
      let attempts = server.requests.count
      server.isDown = false
      await outbox.drain()
      return (attempts, server.book.counted.count)
    }
    XCTAssertTrue(try run.get() == (1, 1))
  }

  func testThePauseHearsHowOftenAndWhyItFailed() throws {
    let simulation = Simulation()
    let heard = Heard<String>()
    let run = simulation.run {
      let server = SwipeServer(simulation) { request in
        switch request.number {
        case 1: .unavailable(retryAfter: .seconds(3))
        case 2: .broken
        case 4: .requestLost
        default: .answered
        }
      }
      let outbox = Outbox(files: SimulatedDisk(simulation), server: server) { failures, error in
        heard.hear("\(failures) \(error)")
      }
      for operation in SwipeOperation.likes(1...2) { try await outbox.add(operation) }
      await outbox.drain()
      return heard.all
    }
    XCTAssertEqual(
      try run.get(),
      [
        "1 \(TransportError.unavailable(retryAfter: .seconds(3)))",
        "2 \(TransportError.connectionLost)", "1 \(TransportError.timedOut)",
      ])
  }

  func testWhatIsRefusedForGoodStepsAside() {
    underEverySchedule(seeds: 0..<20) { simulation in
      let server = SwipeServer(simulation) { request in
        request.operation == .like(1) ? .refused(reason: "gone") : .answered
      }
      let (disk, heard) = (SimulatedDisk(simulation), Heard<SwipeAnswer>())
      let outbox = Self.outbox(simulation, server, disk)
      await outbox.listen(heard.hear)
      for operation in SwipeOperation.likes(1...2) { try await outbox.add(operation) }
      // Another wish under a key that is taken.
      let twin = Swipe(card: 9, choice: .pass, key: SwipeOperation.like(2).key)
      try await outbox.add(.swipe(twin))
      try await outbox.add(.like(3))
      await outbox.drain()
      let next = Self.outbox(simulation, server, disk.relaunched(.nothing))
      return (heard.all, server.requests.count, try await next.pending())
    } check: { result, place in
      guard case .swipe(_, .refused("gone"))? = result.0.first,
        case .swipe(_, .refused) = result.0[2]
      else { return XCTFail("\(place): \(result.0)") }
      XCTAssertEqual(result.0.map(\.operation.card), [1, 2, 9, 3], place)
      XCTAssertEqual(result.1, 4, place)
      XCTAssertEqual(result.2, [], place)
    }
  }
}
