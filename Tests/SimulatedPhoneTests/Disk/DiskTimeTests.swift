import Foundation
import Simulation
import SimulatedPhone
import Synchronization
import Vocabulary
import XCTest

/// Steps, counts, virtual time and the timeline.
final class DiskTimeTests: XCTestCase {
  private static let timing = DiskTiming(
    perStep: .milliseconds(2), perFlush: .milliseconds(10), bytesPerMillisecond: 1000)

  func testEachStepTakesItsTimeAndIsAnEvent() throws {
    let simulation = Simulation()
    let disk = SimulatedDisk(simulation, lane: "Caches", timing: Self.timing)
    let run = simulation.run {
      try await disk.write(Data(count: 4000), to: "a")
      try await disk.flush("a")
      _ = try await disk.read("a")
      _ = try? await disk.read("b")
      _ = try await disk.list()
    }
    try run.get()
    XCTAssertEqual(run.elapsed, .milliseconds(6 + 12 + 6 + 2 + 2))
    XCTAssertEqual(
      run.timeline.events.map { "\($0.instant) \($0.lane): \($0.what)" },
      [
        "3 ms Caches: 1 write a, 4000 bytes", "12 ms Caches: 2 flush a", "21 ms Caches: 3 read a",
        "25 ms Caches: 4 read b: There is no file 'b'.", "27 ms Caches: 5 list",
      ])
    XCTAssertEqual(disk.readCount, 2)
    XCTAssertEqual(disk.writeCount, 1)
    XCTAssertEqual(disk.count(of: .flush), 1)
    XCTAssertEqual(disk.steps.map(\.operation.kind), [.write, .flush, .read, .read, .list])
    XCTAssertTrue(run.leftovers.isEmpty)
  }

  func testCancellingTheCallerInterruptsNothing() throws {
    let simulation = Simulation()
    let disk = SimulatedDisk(simulation, timing: Self.timing)
    let run = simulation.run {
      let before = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await disk.write(Data("a"), to: "a")
      }
      let during = Task { try await disk.write(Data("b"), to: "b") }
      try await simulation.clock.sleep(for: .microseconds(1))
      during.cancel()
      try await before.value
      try await during.value
    }
    try run.get()
    XCTAssertEqual(disk.files.map(\.name), ["a", "b"])
    XCTAssertEqual(run.elapsed, .nanoseconds(2_001_000))
    XCTAssertEqual(run.remarks, [])
  }

  func testTheSameSeedGivesTheSameTimeline() throws {
    var texts: Set<String> = []
    for _ in 0..<3 {
      let simulation = Simulation(schedule: .shuffled(5))
      let disk = SimulatedDisk(simulation, timing: .none)
      let run = simulation.run {
        await withTaskGroup(of: Void.self) { group in
          for number in 0..<20 {
            group.addTask { try? await disk.write(Data("\(number)"), to: "file \(number)") }
          }
        }
        let names = try await disk.list().map(\.name)
        XCTAssertNotEqual(names, names.sorted())
        simulation.record(names.joined())
      }
      try run.get()
      texts.insert(run.timeline.events.map(\.what).joined(separator: "\n"))
    }
    XCTAssertEqual(texts.count, 1)
  }

  func testBetweenTheEffectAndTheReturnOthersRun() throws {
    let simulation = Simulation()
    let disk = SimulatedDisk(simulation, timing: Self.timing)
    let run = simulation.run {
      let isBack = Mutex(false)
      let write = Task {
        try await disk.write(Data("abcd"), to: "a")
        isBack.withLock { $0 = true }
      }
      try await simulation.clock.sleep(for: .microseconds(1500))
      let seen = (disk.contents(of: "a")?.text, isBack.withLock { $0 })
      try await write.value
      return seen
    }
    let (contents, isBack) = try run.get()
    XCTAssertEqual(contents, "abcd")
    XCTAssertFalse(isBack)
  }

  func testOutsideARunACallFailsByName() async throws {
    let disk = SimulatedDisk(Simulation())
    do {
      try await disk.write(Data(), to: "a")
      XCTFail("written outside a run")
    } catch {
      XCTAssertEqual(error as? FileError, .failed("\(SimulationError.notRunning)"))
    }
  }

  func testTheEndOfTheRunEndsTheApp() throws {
    let simulation = Simulation()
    let disk = SimulatedDisk(simulation, timing: Self.timing)
    let error = Mutex<FileError?>(nil)
    let run = simulation.run {
      simulation.start("writer") {
        do { try await disk.write(Data(), to: "a") } catch let failure {
          error.withLock { $0 = failure as? FileError }
        }
      }
      try await simulation.clock.sleep(for: .microseconds(1))
    }
    try run.get()
    XCTAssertEqual(error.withLock { $0 }, .ended)
    XCTAssertEqual(run.leftovers.lanes, ["writer"])
  }
}
