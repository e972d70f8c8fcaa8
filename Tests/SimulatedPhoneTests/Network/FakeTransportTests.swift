import Foundation
import Simulation
import SimulatedPhone
import Vocabulary
import XCTest

final class FakeTransportTests: XCTestCase {
  func testResponseAndChunksComeWhenTheScriptSays() throws {
    let body = bodyBytes(2_500)
    let simulation = Simulation()
    let script = Script().answering(
      "/p/7",
      with: .ok(body).after(.milliseconds(120)).paced(bytesPerSecond: 1_000).chunked(by: 1_000))
    let transport = FakeTransport(simulation, answering: script)
    let run = simulation.run { try await transport.load(photoRequest("/p/7")).body }
    XCTAssertEqual(try run.get(), body)
    XCTAssertEqual(
      run.timeline.text(),
      """
         0 ms  net  /p/7 starts
       120 ms  net  /p/7 answers 200
      1120 ms  net  /p/7 brings 1000 bytes
      2120 ms  net  /p/7 brings 1000 bytes
      2620 ms  net  /p/7 brings 500 bytes
      2620 ms  net  /p/7 finished, 2500 bytes

      """)
    XCTAssertTrue(run.leftovers.isEmpty)
    XCTAssertEqual(run.remarks, [])
  }

  func testChunksBeginAtIndexZero() throws {
    let simulation = Simulation()
    let script = Script().answering("/p/7", with: .ok(bodyBytes(25)).chunked(by: 10))
    let transport = FakeTransport(simulation, answering: script)
    let run = simulation.run {
      var indices: [Range<Int>] = []
      for try await chunk in try await transport.send(photoRequest("/p/7")).body {
        indices.append(chunk.startIndex..<chunk.endIndex)
      }
      return indices
    }
    XCTAssertEqual(try run.get(), [0..<10, 0..<10, 0..<5])
  }

  func testTheNthRequestGetsTheNthReplyAndTheLastOneStays() throws {
    let simulation = Simulation()
    let script = Script()
      .answering("/p/7", with: .ok(bodyBytes(3)), .status(304), .failing(.timedOut))
      .answering("/p/8", with: .status(404))
    let transport = FakeTransport(simulation, answering: script)
    let run = simulation.run {
      var outcomes: [String] = []
      for path in ["/p/7", "/p/8", "/p/7", "/p/7", "/p/7", "/p/8"] {
        let result = await Result { try await transport.send(photoRequest(path)).status }
        let status = (try? result.get()).map(String.init)
        outcomes.append(status ?? result.transportError?.description ?? "")
      }
      return outcomes
    }
    let late = "\(TransportError.timedOut)"
    XCTAssertEqual(try run.get(), ["200", "404", "304", late, late, "404"])
    XCTAssertEqual(transport.log.starts(of: photoURL("/p/7")), 4)
    XCTAssertEqual(transport.log.records(of: photoURL("/p/8")).map(\.number), [1, 2])
  }

  func testWhatIsNotForeseenFailsByName() throws {
    let simulation = Simulation()
    let script = Script().answering("/p/7?w=360", with: .status(200)).answering("/p/8")
    let transport = FakeTransport(simulation, answering: script)
    let run = simulation.run {
      var errors: [TransportError?] = []
      for path in ["/p/7", "/p/7?w=361", "/p/8"] {
        errors.append(
          await Result { try await transport.send(photoRequest(path)).status }.transportError)
      }
      return errors
    }
    XCTAssertEqual(
      try run.get(), ["/p/7", "/p/7?w=361", "/p/8"].map { .unscripted(photoURL($0)) })
    XCTAssertEqual(transport.log.running, 0)
    XCTAssertEqual(transport.log.records.last?.outcome, .failed(.unscripted(photoURL("/p/8"))))
  }

  func testAFailureComesInPlaceOfTheResponse() throws {
    let simulation = Simulation()
    let script = Script().answering("/p/7", with: .failing(.offline).after(.milliseconds(9)))
    let transport = FakeTransport(simulation, answering: script)
    let run = simulation.run {
      await Result { try await transport.send(photoRequest("/p/7")).status }
    }
    XCTAssertEqual(try run.get().transportError, .offline)
    let record = try XCTUnwrap(transport.log.records.first)
    XCTAssertEqual(record.end, .init(.milliseconds(9)))
    XCTAssertNil(record.status)
    XCTAssertEqual(record.outcome, .failed(.offline))
  }

  func testAConnectionBreaksAtTheByteThatTheScriptSays() throws {
    let body = bodyBytes(1_000)
    for (reply, count) in [
      (ScriptedReply.ok(body).breaking(atShare: 0.6), 600),
      (.ok(body).breaking(afterBytes: 0), 0), (.ok(body).breaking(afterBytes: -5), 0),
      (.ok(body).breaking(afterBytes: 1), 1), (.ok(body).breaking(afterBytes: 1_000), 1_000),
      (.ok(body).breaking(afterBytes: 5_000), 1_000), (.ok(body).breaking(atShare: .nan), 0),
      (.ok(body).breaking(atShare: .infinity), 1_000), (.ok(body).breaking(atShare: -1), 0),
    ] {
      let simulation = Simulation()
      let script = Script().answering("/p/7", with: reply.chunked(by: 256))
      let transport = FakeTransport(simulation, answering: script)
      let arrived = Observed(Data())
      let run = simulation.run {
        let response = try await transport.send(photoRequest("/p/7"))
        XCTAssertEqual(response.declaredLength, 1_000)
        return await Result {
          for try await chunk in response.body { arrived.update { $0 += chunk } }
        }
      }
      XCTAssertEqual(try run.get().transportError, .connectionLost)
      XCTAssertEqual(arrived.value, body.prefix(count))
      XCTAssertEqual(transport.log.totalBytes, count)
      XCTAssertEqual(transport.log.records.first?.outcome, .failed(.connectionLost))
    }
  }

  func testALostReplyWasActedOn() throws {
    let simulation = Simulation()
    let acts = Observed(0)
    let script = Script().answering("/p/7") { arrival in
      acts.update { $0 += 1 }
      return arrival.number == 1 ? .lostReply(timeout: .seconds(60)) : .ok(bodyBytes(3))
    }
    let transport = FakeTransport(simulation, answering: script)
    let run = simulation.run {
      let first = await Result { try await transport.load(photoRequest("/p/7")).body }
      let instant = simulation.clock.now
      return (first, instant, try await transport.load(photoRequest("/p/7")).body)
    }
    let (first, instant, second) = try run.get()
    XCTAssertEqual(first.transportError, .timedOut)
    XCTAssertEqual(instant, .init(.seconds(60)))
    XCTAssertEqual(second, bodyBytes(3))
    XCTAssertEqual(acts.value, 2)
  }

  func testTheLogKeepsWhatWasSentAndWhatBecameOfIt() throws {
    let simulation = Simulation()
    let script = Script().answering(
      "/p/7", with: .ok(bodyBytes(10)).after(.milliseconds(5)).paced(bytesPerSecond: 1_000))
    let transport = FakeTransport(simulation, answering: script)
    let request = TransportRequest(
      url: photoURL("/p/7"), headers: ["If-None-Match": "\"a\""], priority: .prefetch)
    let run = simulation.run {
      try await simulation.clock.sleep(for: .milliseconds(2))
      try await transport.load(request)
    }
    try run.get()
    let record = try XCTUnwrap(transport.log.records.first)
    XCTAssertEqual(record.request, request)
    XCTAssertEqual(record.request.headers["if-none-match"], "\"a\"")
    XCTAssertEqual(record.start, .init(.milliseconds(2)))
    XCTAssertEqual(record.response, .init(.milliseconds(7)))
    XCTAssertEqual(record.end, .init(.milliseconds(17)))
    XCTAssertEqual(record.status, 200)
    XCTAssertEqual(record.bytes, 10)
    XCTAssertEqual(record.outcome, .finished)
    XCTAssertEqual(run.timeline.events.first?.what, "/p/7 starts (prefetch)")
  }

  func testTheLogCountsWhatRunsAtOnce() throws {
    let simulation = Simulation()
    let reply = ScriptedReply.ok(bodyBytes(4)).after(.milliseconds(10))
    let script = Script().answering("/a", with: reply).answering("/b", with: reply)
      .answering("/c", with: reply)
    let transport = FakeTransport(simulation, answering: script)
    let run = simulation.run {
      async let first = transport.load(photoRequest("/a"))
      async let second = transport.load(photoRequest("/b"))
      try await simulation.clock.sleep(for: .milliseconds(1))
      let running = transport.log.running
      _ = try await (first, second)
      try await transport.load(photoRequest("/c"))
      return running
    }
    XCTAssertEqual(try run.get(), 2)
    XCTAssertEqual(transport.log.highWater, 2)
    XCTAssertEqual(transport.log.running, 0)
    XCTAssertEqual(transport.log.totalBytes, 12)
  }

  func testTwoTransportsWithDifferentScripts() throws {
    let simulation = Simulation(schedule: .shuffled(7))
    let left = FakeTransport(
      simulation, answering: Script().answering("/p", with: .ok(bodyBytes(1))))
    let right = FakeTransport(simulation, answering: Script().answering("/p", with: .status(404)))
    let run = simulation.run {
      async let first = left.load(photoRequest("/p"))
      async let second = right.load(photoRequest("/p"))
      let (ok, missing) = try await (first, second)
      return [ok.status, missing.status, try await left.load(photoRequest("/p")).status]
    }
    XCTAssertEqual(try run.get(), [200, 404, 200])
    XCTAssertEqual(left.log.records.map(\.number), [1, 2])
    XCTAssertEqual(right.log.records.map(\.number), [1])
  }
}
