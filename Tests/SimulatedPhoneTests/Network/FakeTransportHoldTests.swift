import Foundation
import Simulation
import SimulatedPhone
import Vocabulary
import XCTest

final class FakeTransportHoldTests: XCTestCase {
  func testAResponseWaitsAtItsGateAfterTheLatency() throws {
    let simulation = Simulation()
    let gate = simulation.gate("response")
    let reply = ScriptedReply.ok(bodyBytes(3)).after(.milliseconds(10)).held(at: gate)
    let transport = FakeTransport(simulation, answering: Script().answering("/p", with: reply))
    let run = simulation.run {
      async let load = transport.load(photoRequest("/p"))
      try await gate.untilWaiting(1)
      let reached = simulation.clock.now
      try await simulation.clock.sleep(for: .milliseconds(30))
      let status = transport.log.records.first?.status
      gate.open()
      _ = try await load
      return (reached, status)
    }
    let (reached, status) = try run.get()
    XCTAssertEqual(reached, .init(.milliseconds(10)))
    XCTAssertNil(status)
    XCTAssertEqual(transport.log.records.first?.response, .init(.milliseconds(40)))
  }

  func testABodyWaitsBeforeTheChunkThatTheScriptSays() throws {
    for held in 0...3 {
      let simulation = Simulation()
      let gate = simulation.gate("chunk")
      let reply = ScriptedReply.ok(bodyBytes(25)).chunked(by: 10).held(at: gate, beforeChunk: held)
      let transport = FakeTransport(simulation, answering: Script().answering("/p", with: reply))
      let run = simulation.run {
        async let load = transport.load(photoRequest("/p"))
        try await gate.untilWaiting(1)
        try await simulation.untilQuiet()
        let log = transport.log
        gate.release()
        _ = try await load
        return log
      }
      let log = try run.get()
      XCTAssertEqual(log.totalBytes, min(held * 10, 25))
      XCTAssertEqual(log.running, 1)
      XCTAssertEqual(transport.log.totalBytes, 25)
      XCTAssertEqual(transport.log.records.first?.outcome, .finished)
    }
  }

  func testAHoldBeyondTheEndHasNoEffect() throws {
    let simulation = Simulation()
    let gate = simulation.gate("chunk")
    let reply = ScriptedReply.ok(bodyBytes(25)).chunked(by: 10).held(at: gate, beforeChunk: 4)
      .held(at: gate, beforeChunk: -1)
    let transport = FakeTransport(simulation, answering: Script().answering("/p", with: reply))
    let run = simulation.run { try await transport.load(photoRequest("/p")).body.count }
    XCTAssertEqual(try run.get(), 25)
  }

  func testAGateThatNeverOpensIsADeadlockThatNamesTheTransfer() throws {
    let simulation = Simulation()
    let gate = simulation.gate("chunk")
    let reply = ScriptedReply.ok(bodyBytes(2)).held(at: gate, beforeChunk: 0)
    let transport = FakeTransport(simulation, answering: Script().answering("/p", with: reply))
    let run = simulation.run { try await transport.load(photoRequest("/p")).body.count }
    guard case .deadlock(let deadlock) = run.failure else { return XCTFail("no deadlock") }
    XCTAssertEqual(deadlock.waits.map(\.description), ["net /p waits at gate \"chunk\" since 0 ms"])
    XCTAssertEqual(transport.log.running, 0)
  }

  func testAnyReplyCanBeChangedToWait() throws {
    let simulation = Simulation()
    let gate = simulation.gate("second")
    let script = Script(over: Script().answering("/p", with: .ok(bodyBytes(3))))
      .changing("/p") { reply, arrival in arrival.number == 2 ? reply.held(at: gate) : reply }
    let transport = FakeTransport(simulation, answering: script)
    let run = simulation.run {
      try await transport.load(photoRequest("/p"))
      async let second = transport.load(photoRequest("/p"))
      try await gate.untilWaiting(1)
      gate.open()
      return try await second.body
    }
    XCTAssertEqual(try run.get(), bodyBytes(3))
  }
}
