import Simulation
import SimulatedPhone
import Vocabulary
import XCTest

/// The way to a server of swipes and back.
final class SwipeServerLineTests: XCTestCase {
  private static let swipe = Swipe(
    card: 7, choice: .like, key: IdempotencyKey(rawValue: "a"))

  /// Sends the swipe, and tells how that ended, when, and how often it has counted.
  private func send(
    _ fate: SwipeFate, prepare: @escaping @Sendable (SwipeServer) -> Void = { _ in },
    during: @escaping @Sendable (SwipeServer, SimulatedClock) async throws -> Void = { _, _ in }
  ) throws -> (error: TransportError?, offset: Duration, counted: Int) {
    let simulation = Simulation()
    let server = SwipeServer(simulation) { _ in fate }
    prepare(server)
    let run = simulation.run {
      let task = Task { () async throws -> TransportError? in
        do {
          _ = try await server.send(Self.swipe)
          return nil
        } catch let error as TransportError {
          return error
        }
      }
      try await during(server, simulation.clock)
      return try await task.value
    }
    XCTAssertTrue(run.leftovers.isEmpty)
    return (try run.get(), simulation.clock.now.offset, server.book.counted.count)
  }

  func testFates() throws {
    let cases: [(SwipeFate, TransportError?, Duration, Int)] = [
      (.answered, nil, .milliseconds(100), 1),
      (.requestLost, .timedOut, .milliseconds(10_050), 0),
      (.replyLost, .timedOut, .milliseconds(10_100), 1),
      (.broken, .connectionLost, .milliseconds(50), 1),
      (
        .unavailable(retryAfter: .seconds(3)), .unavailable(retryAfter: .seconds(3)),
        .milliseconds(50), 0
      ),
      (.refused(reason: "gone"), nil, .milliseconds(100), 0),
    ]
    for (fate, error, offset, counted) in cases {
      let result = try send(fate)
      XCTAssertEqual(result.error, error, "\(fate)")
      XCTAssertEqual(result.offset, offset, "\(fate)")
      XCTAssertEqual(result.counted, counted, "\(fate)")
    }
  }

  func testOfflineSendsNothing() throws {
    let simulation = Simulation()
    let server = SwipeServer(simulation)
    server.isOffline = true
    let run = simulation.run { () async -> Bool in
      do {
        _ = try await server.send(Self.swipe)
        return false
      } catch {
        return error as? TransportError == .offline
      }
    }
    XCTAssertTrue(try run.get())
    XCTAssertEqual(server.requests, [])
    XCTAssertEqual(simulation.clock.now.offset, .zero)
  }

  func testAConnectionThatGoesBreaksWhatIsOnItsWay() throws {
    for (wait, counted) in [(10, 0), (60, 1)] {
      // Half of the 100 ms is the way there.
      let result = try send(
        .answered,
        during: { server, clock in
          try await clock.sleep(for: .milliseconds(wait))
          server.isOffline = true
        })
      XCTAssertEqual(result.error, .connectionLost)
      XCTAssertEqual(result.counted, counted, "after \(wait) ms")
    }
  }

  func testAServerThatIsDownLooksAtNothing() throws {
    let result = try send(.answered, prepare: { $0.isDown = true })
    XCTAssertEqual(result.error, .unavailable(retryAfter: nil))
    XCTAssertEqual(result.counted, 0)
  }

  func testDoorsHoldARequestOrItsReply() throws {
    for isReply in [false, true] {
      let simulation = Simulation()
      let gate = simulation.gate("door")
      let server = SwipeServer(simulation) { request in
        guard request.number == 1 else { return .answered }
        return isReply ? .replyHeld(gate) : .requestHeld(gate)
      }
      let run = simulation.run {
        async let reply = server.send(Self.swipe)
        try await gate.untilWaiting(1)
        let counted = server.book.counted.count
        // A second attempt overtakes the first, and the first is still answered.
        let second = try await server.send(Self.swipe).outcome
        gate.open()
        return (counted, [second, try await reply.outcome])
      }
      let (counted, outcomes) = try run.get()
      XCTAssertEqual(counted, isReply ? 1 : 0)
      XCTAssertEqual(outcomes, [.stored, .stored])
      XCTAssertEqual(server.requests.map(\.attempt), [1, 2])
      XCTAssertEqual(server.book.arrivals[Self.swipe.key], 2)
      XCTAssertEqual(server.book.counted.count, 1)
    }
  }

  func testACancelledRequestCountsWhereItHadArrived() throws {
    for (wait, counted) in [(0, 0), (10, 0), (60, 1)] {
      let simulation = Simulation()
      let server = SwipeServer(simulation)
      let run = simulation.run {
        let task = Task { try await server.send(Self.swipe) }
        try await simulation.clock.sleep(for: .milliseconds(wait))
        task.cancel()
        do {
          _ = try await task.value
          return false
        } catch {
          return error is CancellationError
        }
      }
      XCTAssertTrue(try run.get())
      XCTAssertEqual(server.book.counted.count, counted, "after \(wait) ms")
      XCTAssertTrue(run.leftovers.isEmpty)
    }
  }

  func testTheTimelineTellsTheStory() throws {
    let simulation = Simulation()
    let server = SwipeServer(simulation)
    let run = simulation.run { try await server.send(Self.swipe) }
    _ = try run.get()
    XCTAssertTrue("\(run.timeline)".contains("request 1: like of card 7, key a"))
    XCTAssertTrue("\(run.timeline)".contains("request 1 is answered: stored"))
  }
}
