import Foundation
import Simulation
import SimulatedPhone
import Synchronization
import Vocabulary
import XCTest

/// The app ends at a step.
final class DiskEndTests: XCTestCase {
  private struct Outcome: Equatable {
    var error: FileError?
    var contents: String?
    var steps: Int
  }

  /// Ends the app at the third of five steps, and looks at what that leaves.
  private func outcome(_ kind: DiskMishap.Kind, atStep step: Int) throws -> Outcome {
    let simulation = Simulation()
    let disk = SimulatedDisk(simulation)
    disk.plan(DiskMishap(kind, atStep: step))
    let run = simulation.run { () async throws -> FileError? in
      do {
        try await disk.write(Data("abcd"), to: "a")
        try await disk.flush("a")
        try await disk.append(Data("efgh"), to: "a")
        try await disk.rename("a", to: "b")
        return nil
      } catch {
        return error as? FileError
      }
    }
    let next = disk.relaunched(.everything)
    return Outcome(
      error: try run.get(), contents: (next.contents(of: "b") ?? next.contents(of: "a"))?.text,
      steps: disk.stepCount)
  }

  func testBeforeInTheMiddleOfAndAfterAStep() throws {
    XCTAssertEqual(
      try outcome(.endBefore, atStep: 3), Outcome(error: .ended, contents: "abcd", steps: 2))
    XCTAssertEqual(
      try outcome(.endDuring, atStep: 3), Outcome(error: .ended, contents: "abcdef", steps: 2))
    XCTAssertEqual(
      try outcome(.endAfter, atStep: 3), Outcome(error: .ended, contents: "abcdefgh", steps: 3))
    XCTAssertEqual(
      try outcome(.endDuring, atStep: 1), Outcome(error: .ended, contents: "ab", steps: 0))
  }

  func testAStepThatIsNeverReachedEndsNothing() throws {
    XCTAssertEqual(
      try outcome(.endBefore, atStep: 9), Outcome(error: nil, contents: "abcdefgh", steps: 4))
  }

  func testTheMiddleOfAFlushMakesHalfSafe() throws {
    let simulation = Simulation()
    let disk = SimulatedDisk(simulation)
    disk.plan(DiskMishap(.endDuring, atStep: 2))
    _ = simulation.run {
      try await disk.write(Data("abcd"), to: "a")
      try await disk.flush("a")
    }
    XCTAssertEqual(disk.relaunched(.nothing).contents(of: "a")?.text, "ab")
  }

  func testNamesHaveNoMiddle() throws {
    let simulation = Simulation()
    let disk = SimulatedDisk(simulation)
    disk.place(Data("abcd"), as: "a")
    disk.plan(DiskMishap(.endDuring, atStep: 1))
    _ = simulation.run { try await disk.rename("a", to: "b") }
    XCTAssertEqual(disk.relaunched(.nothing).files.map(\.name), ["a"])
  }

  func testAfterTheEndEveryCallThrows() throws {
    let simulation = Simulation()
    let disk = SimulatedDisk(simulation)
    disk.place(Data("abcd"), as: "a")
    disk.end()
    let run = simulation.run {
      let calls: [@Sendable () async throws -> Void] = [
        { _ = try await disk.read("a") }, { try await disk.write(Data(), to: "a") },
        { try await disk.append(Data(), to: "a") }, { try await disk.flush("a") },
        { try await disk.rename("a", to: "b") }, { try await disk.remove("a") },
        { _ = try await disk.list() }, { _ = try await disk.read("/") },
      ]
      var errors: [FileError?] = []
      for call in calls {
        do {
          try await call()
          errors.append(nil)
        } catch {
          errors.append(error as? FileError)
        }
      }
      return errors
    }
    XCTAssertEqual(try run.get(), Array(repeating: .ended, count: 8))
    XCTAssertEqual(disk.stepCount, 0)
  }

  func testCallsUnderWayEndToo() throws {
    for seed in UInt64(0)..<50 {
      let simulation = Simulation(schedule: .shuffled(seed))
      let disk = SimulatedDisk(simulation)
      disk.plan(DiskMishap(.endAfter, atStep: 2))
      let run = simulation.run {
        await withTaskGroup(of: Bool.self) { group in
          for name in ["a", "b", "c", "d"] {
            group.addTask {
              do {
                try await disk.write(Data("abcd"), to: name)
                return true
              } catch {
                return error as? FileError != .ended
              }
            }
          }
          return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
      }
      // The first may have returned before the second ended the app; nobody else has.
      XCTAssertLessThanOrEqual(try run.get(), 1, "seed \(seed)")
      XCTAssertEqual(disk.relaunched(.everything).files.count, 2, "seed \(seed)")
    }
  }
}
