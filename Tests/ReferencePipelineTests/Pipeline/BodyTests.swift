import ReferencePipeline
import SimulatedPhone
import Simulation
import TheStampedeSolution
import Vocabulary
import XCTest

/// A body that is too long or not whole is shown nowhere and kept nowhere.
final class BodyTests: PipelineTestCase {
  private struct Report {
    var error: TransportError?
    var isDamaged = false
    var records: [TransferRecord] = []
    var bodies = 0
    var isHeld = false
    var decoded = 0
  }

  /// Asks once for a photo of 60,000 bytes whose reply is changed.
  private static func ask(
    _ simulation: Simulation, limit: Int? = nil,
    _ change: @escaping Script.Change
  ) async throws -> Report {
    let world = PhoneWorld(simulation, resizes: false) { Script(over: $0).changing("/p/7", change) }
    var configuration = world.configuration
    if let limit { configuration.bodyBytes = limit }
    configuration.retry = .init(attempts: 0)
    let pipeline = world.pipeline(configuration)
    var report = Report()
    do {
      _ = try await pipeline.image(for: world.thumbnail(7))
    } catch let error as TransportError {
      report.error = error
    } catch is ImageDecodingError {
      report.isDamaged = true
    }
    try await world.settle()
    report.records = world.transport.log.records
    report.bodies = world.bodies.count
    report.isHeld = pipeline.cachedImage(for: world.thumbnail(7)) != nil
    report.decoded = world.decoder.counts.finished
    return report
  }

  func testADeclaredLengthAboveTheLimitIsRefusedAtTheHeader() {
    underSchedules(seeds: 0..<10) { simulation in
      try await Self.ask(simulation, limit: 59_999) { reply, _ in reply.chunked(by: 1_000) }
    } check: { report, place in
      XCTAssertEqual(report.error, .bodyTooLarge(limit: 59_999), place)
      XCTAssertEqual(report.records.map(\.outcome), [.stopped], place)
      XCTAssertLessThanOrEqual(report.records.first?.bytes ?? .max, 1_000, place)
      XCTAssertEqual(report.bodies, 0, place)
      XCTAssertFalse(report.isHeld, place)
    }
  }

  func testAnUndeclaredLengthIsRefusedAtTheByteThatPassesTheLimit() {
    underSchedules(seeds: 0..<10) { simulation in
      try await Self.ask(simulation, limit: 30_000) { reply, _ in
        reply.chunked(by: 1_000).paced(bytesPerSecond: 100_000).withoutLength()
      }
    } check: { report, place in
      XCTAssertEqual(report.error, .bodyTooLarge(limit: 30_000), place)
      XCTAssertEqual(report.records.map(\.outcome), [.stopped], place)
      XCTAssertGreaterThan(report.records.first?.bytes ?? 0, 30_000, place)
      XCTAssertLessThanOrEqual(report.records.first?.bytes ?? .max, 32_000, place)
      XCTAssertEqual(report.bodies, 0, place)
      XCTAssertFalse(report.isHeld, place)
    }
  }

  func testABodyOfExactlyTheLimitIsTaken() {
    for isDeclared in [true, false] {
      underSchedules(seeds: 0..<3) { simulation in
        try await Self.ask(simulation, limit: 60_000) { reply, _ in
          isDeclared ? reply : reply.withoutLength()
        }
      } check: { report, place in
        XCTAssertNil(report.error, place)
        XCTAssertTrue(report.isHeld, place)
        XCTAssertEqual(report.bodies, 1, place)
      }
    }
  }

  func testABodyThatBreaksOffIsKeptNowhere() {
    underSchedules(seeds: 0..<10) { simulation in
      try await Self.ask(simulation) { reply, _ in reply.breaking(atShare: 0.6) }
    } check: { report, place in
      XCTAssertEqual(report.error, .connectionLost, place)
      XCTAssertEqual(report.bodies, 0, place)
      XCTAssertFalse(report.isHeld, place)
      XCTAssertEqual(report.decoded, 0, place)
    }
  }

  func testABodyThatEndsEarlyIsKeptNowhere() {
    for isDeclared in [true, false] {
      underSchedules(seeds: 0..<10) { simulation in
        try await Self.ask(simulation) { reply, _ in Self.cut(reply, isDeclared: isDeclared) }
      } check: { report, place in
        XCTAssertEqual(report.error, isDeclared ? .connectionLost : nil, place)
        XCTAssertEqual(report.isDamaged, !isDeclared, "a decoder has to find out: \(place)")
        XCTAssertEqual(report.bodies, 0, place)
        XCTAssertFalse(report.isHeld, place)
        XCTAssertEqual(report.decoded, 0, place)
      }
    }
  }

  /// Whoever leaves in the midst of it leaves nothing behind that nobody has looked at.
  func testABodyThatEndsEarlyIsNotKeptForOneWhoLeaves() {
    underSchedules { simulation in
      let world = PhoneWorld(simulation, resizes: false) {
        var script = Script(over: $0)
        for id in 0..<40 {
          script = script.changing("/p/\(id)") { reply, _ in Self.cut(reply, isDeclared: false) }
        }
        return script
      }
      let pipeline = world.pipeline()
      for id in 0..<40 {
        let caller = Task { try await pipeline.image(for: world.thumbnail(id)) }
        try await simulation.clock.sleep(for: .milliseconds(70 + id))
        caller.cancel()
        _ = await caller.result
      }
      try await world.settle()
      return (world.bodies.count, world.transport.log.records.count { $0.outcome == .finished })
    } check: { report, place in
      XCTAssertEqual(report.0, 0, place)
      XCTAssertGreaterThan(report.1, 0, place)
    }
  }

  private static func cut(_ reply: ScriptedReply, isDeclared: Bool) -> ScriptedReply {
    var cut = reply
    let count = reply.body.count
    cut.body = reply.body.prefix(count * 6 / 10)
    return isDeclared ? cut.with("Content-Length", String(count)) : cut.withoutLength()
  }
}
