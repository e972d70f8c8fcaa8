import Foundation
import Simulation
import SimulatedPhone
import Vocabulary
import XCTest

/// After a stop nothing is delivered and no byte counted, for any order of timers and stop.
final class FakeTransportStopTests: XCTestCase {
  /// The response at 10 ms, then four chunks, 10 ms each; the end at 50 ms.
  private static let script = Script().answering(
    "/p/7",
    with: .ok(bodyBytes(40)).after(.milliseconds(10)).paced(bytesPerSecond: 1_000).chunked(by: 10))

  func testAStopAtEveryStepOfATransfer() throws {
    for hops in ActorHops.allCases {
      for seed in UInt64(0)..<100 {
        // Odd numbers fall between two steps. Even ones fall on a step, where the late timer is
        // set after that of the chunk, the early one before.
        for half in 0...11 {
          try check(.shuffled(seed), hops, at: half * 5, isLate: seed.isMultiple(of: 2))
        }
      }
    }
    for half in 0...11 {
      try check(.inOrder, .inline, at: half * 5, isLate: false)
      try check(.inOrder, .inline, at: half * 5, isLate: true)
    }
  }

  private func check(
    _ schedule: Schedule, _ hops: ActorHops, at milliseconds: Int, isLate: Bool
  ) throws {
    let simulation = Simulation(schedule: schedule, hops: hops)
    let transport = FakeTransport(simulation, answering: Self.script)
    let read = Observed(0)
    let run = simulation.run {
      let reader = simulation.start("reader") {
        let response = try await transport.send(photoRequest("/p/7"))
        for try await chunk in response.body { read.update { $0 += chunk.count } }
      }
      if isLate, milliseconds > 0 {
        try await simulation.clock.sleep(for: .milliseconds(milliseconds - 1))
        try await simulation.clock.sleep(for: .milliseconds(1))
      } else {
        try await simulation.clock.sleep(for: .milliseconds(milliseconds))
      }
      reader.cancel()
      let atOnce = transport.log
      // A reader that was just given a chunk looks for cancellation when it reads on.
      try await simulation.untilQuiet()
      let atStop = transport.log
      try await simulation.clock.sleep(for: .seconds(1))
      _ = await reader.result
      return (atOnce, atStop)
    }
    let place = "\(schedule), hops \(hops), stop at \(milliseconds) ms"
    let (atOnce, atStop) = try run.get()
    XCTAssertEqual(transport.log.records, atStop.records, place)
    XCTAssertEqual(transport.log.running, 0, place)
    XCTAssertLessThanOrEqual(read.value, atStop.totalBytes, place)
    XCTAssertTrue(run.leftovers.isEmpty, "\(place): \(run.leftovers)")
    XCTAssertEqual(run.remarks, [], place)
    guard let record = atStop.records.first else {
      // Cancelled before it had begun to run.
      return XCTAssertEqual(milliseconds, 0, place)
    }
    if milliseconds < 50 { XCTAssertEqual(record.outcome, .stopped, place) }
    if milliseconds > 50 { XCTAssertEqual(record.outcome, .finished, place) }
    // A stop between two steps is noticed at once, and each at the instant at which it comes.
    if !milliseconds.isMultiple(of: 10) { XCTAssertEqual(atOnce.records, atStop.records, place) }
    let end = record.outcome == .stopped ? milliseconds : 50
    XCTAssertEqual(record.end, .init(.milliseconds(end)), place)
    let last = run.timeline.events.last { $0.lane == "net" }
    XCTAssertEqual(last?.what, "/p/7 \(record.outcome ?? .finished), \(record.bytes) bytes", place)
  }

  func testACancelledCallerStartsNothing() throws {
    let simulation = Simulation()
    let transport = FakeTransport(simulation, answering: Self.script)
    let run = simulation.run {
      await simulation.start("cancelled") {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await transport.send(photoRequest("/p/7")).status
      }.result
    }
    XCTAssertTrue(try run.get().isCancelled)
    XCTAssertEqual(transport.log.records.count, 0)
  }

  func testCancelledBeforeTheResponse() throws {
    let simulation = Simulation()
    let transport = FakeTransport(simulation, answering: Self.script)
    let run = simulation.run {
      let task = simulation.start("caller") {
        try await transport.send(photoRequest("/p/7")).status
      }
      try await simulation.clock.sleep(for: .milliseconds(4))
      task.cancel()
      return await task.result
    }
    XCTAssertTrue(try run.get().isCancelled)
    let record = try XCTUnwrap(transport.log.records.first)
    XCTAssertEqual(record.outcome, .stopped)
    XCTAssertEqual(record.end, .init(.milliseconds(4)))
    XCTAssertEqual(run.elapsed, .milliseconds(4))
  }

  func testAStopLeavesNoTimerBehind() throws {
    for seed in UInt64(0)..<100 {
      let simulation = Simulation(schedule: .shuffled(seed))
      let transport = FakeTransport(simulation, answering: Self.script)
      let run = simulation.run {
        let task = simulation.start("caller") {
          try await transport.load(photoRequest("/p/7")).body
        }
        try await simulation.clock.sleep(for: .milliseconds(25))
        task.cancel()
        return try await task.value.count
      }
      XCTAssertEqual(try run.get(), 10)
      XCTAssertEqual(run.elapsed, .milliseconds(25))
      XCTAssertTrue(run.leftovers.isEmpty, "\(run.leftovers)")
    }
  }

  func testCancelledAtAGate() throws {
    for chunk in 0...4 {
      let simulation = Simulation()
      let gate = simulation.gate("gate")
      let reply = ScriptedReply.ok(bodyBytes(40)).chunked(by: 10).held(at: gate, beforeChunk: chunk)
      let transport = FakeTransport(simulation, answering: Script().answering("/p", with: reply))
      let run = simulation.run {
        let task = simulation.start("caller") {
          try await transport.load(photoRequest("/p")).body.count
        }
        try await gate.untilWaiting(1)
        task.cancel()
        gate.open()
        return await task.result
      }
      XCTAssertLessThanOrEqual(try run.get().get(), chunk * 10)
      XCTAssertEqual(transport.log.totalBytes, chunk * 10)
      XCTAssertEqual(transport.log.records.first?.outcome, .stopped)
      XCTAssertTrue(run.leftovers.isEmpty)
    }
  }

  func testADroppedBodyStopsTheTransfer() throws {
    for seed in UInt64(0)..<100 {
      let simulation = Simulation(schedule: .shuffled(seed))
      let transport = FakeTransport(simulation, answering: Self.script)
      let run = simulation.run {
        var response: TransportResponse? = try await transport.send(photoRequest("/p/7"))
        try await simulation.clock.sleep(for: .milliseconds(25))
        let status = response?.status
        response = nil
        let log = transport.log
        try await simulation.clock.sleep(for: .seconds(1))
        return (status, log)
      }
      let (status, log) = try run.get()
      XCTAssertEqual(status, 200)
      XCTAssertEqual(log.records.first?.outcome, .stopped)
      XCTAssertEqual(log.totalBytes, 20)
      XCTAssertEqual(transport.log.records, log.records)
      XCTAssertTrue(run.leftovers.isEmpty)
    }
  }

  func testAResponseWithoutABodyIsFinishedAlthoughItIsDropped() throws {
    let simulation = Simulation()
    let script = Script().answering("/p", with: .status(304))
    let transport = FakeTransport(simulation, answering: script)
    let run = simulation.run { try await transport.send(photoRequest("/p")).status }
    XCTAssertEqual(try run.get(), 304)
    XCTAssertEqual(transport.log.records.first?.outcome, .finished)
  }

  func testABodyThatIsReadLateIsWhole() throws {
    let simulation = Simulation()
    let transport = FakeTransport(simulation, answering: Self.script)
    let run = simulation.run {
      let response = try await transport.send(photoRequest("/p/7"))
      try await simulation.clock.sleep(for: .seconds(5))
      return try await response.wholeBody()
    }
    XCTAssertEqual(try run.get(), bodyBytes(40))
    XCTAssertEqual(transport.log.records.first?.end, .init(.milliseconds(50)))
  }

  func testAStoppedTransferLeavesOthersAlone() throws {
    for seed in UInt64(0)..<100 {
      let simulation = Simulation(schedule: .shuffled(seed))
      let transport = FakeTransport(simulation, answering: Self.script)
      let run = simulation.run {
        let tasks = (0..<3).map { number in
          simulation.start("reader \(number)") {
            try await transport.load(photoRequest("/p/7")).body
          }
        }
        try await simulation.clock.sleep(for: .milliseconds(30))
        tasks[1].cancel()
        return (try await tasks[0].value, try await tasks[2].value)
      }
      let (first, third) = try run.get()
      XCTAssertEqual(first, bodyBytes(40))
      XCTAssertEqual(third, bodyBytes(40))
      XCTAssertEqual(transport.log.records.filter { $0.outcome == .stopped }.count, 1)
    }
  }

  func testEverythingIsReleased() throws {
    weak var released: FakeTransport?
    try {
      let simulation = Simulation()
      let transport = FakeTransport(simulation, answering: Self.script)
      released = transport
      let run = simulation.run {
        try await transport.load(photoRequest("/p/7"))
        _ = try await transport.send(photoRequest("/p/7"))
        let task = simulation.start("caller") {
          try await transport.load(photoRequest("/p/7")).body
        }
        try await simulation.clock.sleep(for: .milliseconds(20))
        task.cancel()
        _ = await task.result
      }
      try run.get()
    }()
    XCTAssertNil(released)
  }
}
