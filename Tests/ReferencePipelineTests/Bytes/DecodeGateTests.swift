import ReferencePipeline
import Simulation
import Vocabulary
import XCTest

/// Decodes that wait for room, in the order in which they came.
final class DecodeGateTests: XCTestCase {
  func testTheBytesOfRunningDecodesNeverExceedTheLimitInAnyOrder() throws {
    for hops in ActorHops.allCases {
      for seed in UInt64(0)..<50 {
        let simulation = Simulation(schedule: .shuffled(seed), hops: hops)
        let gate = DecodeGate(limit: 100)
        let running = BytesToys.Tally()
        let worst = BytesToys.Tally()
        let run = simulation.run {
          let decodes = (0..<40).map { number in
            Task {
              let bytes = number % 9 * 10 + 10
              return try await gate.run(bytes) {
                if running.add(bytes) > 100 { worst.add() }
                defer { running.add(-bytes) }
                try await simulation.clock.sleep(for: .milliseconds(number % 5 + 1))
                if number % 6 == 1 { throw BytesToyError() }
                return number
              }
            }
          }
          for number in stride(from: 0, to: 40, by: 7) { decodes[number].cancel() }
          var ended = 0
          for decode in decodes { ended += (try? await decode.value) == nil ? 0 : 1 }
          return ended
        }
        XCTAssertGreaterThan(try run.get(), 20)
        XCTAssertEqual(worst.value, 0)
        XCTAssertEqual(gate.byteCount, 0)
        XCTAssertLessThanOrEqual(gate.highWaterMark, 100)
        XCTAssertTrue(run.leftovers.isEmpty)
      }
    }
  }

  func testNoneOvertakesAndOneAboveTheLimitRunsAlone() throws {
    let simulation = Simulation()
    let gate = DecodeGate(limit: 100)
    let run = simulation.run {
      var decodes: [Task<Void, any Error>] = []
      for (name, bytes) in [("a", 60), ("b", 300), ("c", 10), ("d", 90), ("e", 10)] {
        decodes.append(
          simulation.start(name) {
            try await gate.run(bytes) {
              simulation.recordBegin("decode")
              try await simulation.clock.sleep(for: .milliseconds(10))
              simulation.recordEnd("decode")
            }
          })
        try await simulation.untilQuiet()
      }
      for decode in decodes { try await decode.value }
    }
    try run.get()
    let starts = run.timeline.events.filter { $0.phase == .begins }
    XCTAssertEqual(starts.map(\.lane), ["a", "b", "c", "d", "e"])
    XCTAssertEqual(starts.map { $0.instant.offset / .milliseconds(1) }, [0, 10, 20, 20, 30])
  }

  func testACancelledWaiterLeavesAtOnceAndMakesWayForThoseBehind() throws {
    let simulation = Simulation()
    let gate = DecodeGate(limit: 100)
    let door = simulation.gate("decoder")
    let run = simulation.run {
      let first = Task { try await gate.run(60) { try await door.pass() } }
      try await door.untilWaiting(1)
      let large = Task { try await gate.run(80) { XCTFail("it was cancelled") } }
      try await simulation.untilQuiet()
      let small = Task { try await gate.run(30) { try await door.pass() } }
      try await simulation.untilQuiet()
      XCTAssertEqual(door.waiting, 1, "none overtakes")
      large.cancel()
      let result = await large.result
      XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError) }
      try await door.untilWaiting(2)
      XCTAssertEqual(gate.byteCount, 90)
      door.open()
      try await first.value
      try await small.value
    }
    try run.get()
    XCTAssertEqual(gate.byteCount, 0)
    XCTAssertEqual(gate.highWaterMark, 90)
  }

  func testATaskThatIsCancelledAlreadyNeverStarts() throws {
    let gate = DecodeGate(limit: 100)
    let run = Simulation().run {
      await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await gate.run(1) { XCTFail("it was cancelled") }
      }.result
    }
    XCTAssertThrowsError(try run.get().get()) { XCTAssertTrue($0 is CancellationError) }
    XCTAssertEqual(gate.byteCount, 0)
  }

  func testTenThousandThatWaitAndLeave() throws {
    let simulation = Simulation()
    let gate = DecodeGate(limit: 10)
    let door = simulation.gate("decoder")
    let run = simulation.run {
      let first = Task { try await gate.run(10) { try await door.pass() } }
      try await door.untilWaiting(1)
      let others = (0..<10_000).map { _ in Task { try await gate.run(10) {} } }
      try await simulation.untilQuiet()
      for other in others { other.cancel() }
      for other in others { _ = await other.result }
      let last = Task { try await gate.run(10) {} }
      door.open()
      try await first.value
      try await last.value
    }
    try run.get()
    XCTAssertEqual(gate.byteCount, 0)
    XCTAssertTrue(run.leftovers.isEmpty)
  }
}
