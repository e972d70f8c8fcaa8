import Foundation
import Simulation
import SimulatedPhone
import Vocabulary
import XCTest

final class SharedLinkTests: XCTestCase {
  private let link = NetworkCondition(name: "link", bandwidth: 1_000)

  func testTransfersSideBySideShareTheBandwidth() throws {
    for (count, duration) in [(1, 100), (2, 200), (5, 500)] {
      let simulation = Simulation()
      let transport = transport(simulation)
      let run = simulation.run {
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<count { group.addTask { try await transport.load(photoRequest("/p")) } }
          try await group.waitForAll()
        }
      }
      try run.get()
      XCTAssertEqual(run.elapsed, .milliseconds(duration))
      // They take turns: all end within the last round of chunks.
      let ends = transport.log.records.compactMap(\.end).map(\.offset)
      XCTAssertTrue(ends.allSatisfy { $0 > .milliseconds(duration - 10 * count) })
    }
  }

  func testAServerThatIsSlowerThanTheLinkSetsThePace() throws {
    let simulation = Simulation()
    let slow = ScriptedReply.ok(bodyBytes(100)).chunked(by: 10).paced(bytesPerSecond: 500)
    let transport = FakeTransport(
      simulation, answering: Script().answering("/p", with: slow), condition: link)
    let run = simulation.run { try await transport.load(photoRequest("/p")).body.count }
    XCTAssertEqual(try run.get(), 100)
    XCTAssertEqual(run.elapsed, .milliseconds(200))
  }

  func testAStoppedTransferLeavesTheLine() throws {
    for seed in UInt64(0)..<30 {
      for stop in [0, 5, 10, 15, 20, 35, 40] {
        let simulation = Simulation(schedule: .shuffled(seed))
        let transport = transport(simulation)
        let run = simulation.run {
          let kept = simulation.start("kept") { try await transport.load(photoRequest("/p")).body }
          let others = (0..<20).map { number in
            simulation.start("other \(number)") {
              try await transport.load(photoRequest("/p")).body
            }
          }
          try await simulation.clock.sleep(for: .milliseconds(stop))
          for task in others { task.cancel() }
          return try await kept.value
        }
        XCTAssertEqual(try run.get(), bodyBytes(100))
        // At most what was carried before the stop, one chunk that was under way, and its own.
        XCTAssertLessThanOrEqual(run.elapsed, .milliseconds(stop + 10 + 100))
        XCTAssertTrue(run.leftovers.isEmpty)
      }
    }
  }

  private func transport(_ simulation: Simulation) -> FakeTransport {
    FakeTransport(
      simulation,
      answering: Script().answering("/p", with: .ok(bodyBytes(100)).chunked(by: 10)),
      condition: link)
  }
}
