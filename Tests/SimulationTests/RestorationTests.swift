import Simulation
import XCTest

/// The runtime is as it was before, whatever happened in the run.
final class RestorationTests: XCTestCase {
  private struct Refusal: Error, Equatable {}

  func testTheRuntimeIsRestoredAfterTheBodyThrew() async throws {
    try await checkRealRuntime(after: { _ in throw Refusal() }) { outcome in
      XCTAssertThrowsError(try outcome.get()) { XCTAssertEqual($0 as? Refusal, Refusal()) }
    }
  }

  func testTheRuntimeIsRestoredAfterADeadlock() async throws {
    try await checkRealRuntime(
      after: { try await $0.gate("never").pass() },
      outcome: { XCTAssertThrowsError(try $0.get()) })
  }

  func testTheRuntimeIsRestoredAfterAQuietRun() async throws {
    try await checkRealRuntime(
      after: { try await $0.clock.sleep(for: .seconds(1)) },
      outcome: { XCTAssertNoThrow(try $0.get()) })
  }

  func testARunInsideARunIsRefused() throws {
    let run = Simulation().run {
      Simulation().run {}.failure
    }
    XCTAssertEqual(try run.get(), .alreadyRunning)
  }

  func testARunInsideATaskIsRefused() async {
    let failure = Self.startSynchronously()
    XCTAssertEqual(failure, .startedInsideTask)
  }

  func testARunOnAnotherThreadIsRefusedMeanwhile() throws {
    let run = Simulation().run {
      let failure = Shared<SimulationError?>(nil)
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        failure.set(Simulation().run {}.failure)
        done.signal()
      }
      Self.block(on: done)
      return failure.value
    }
    XCTAssertEqual(try run.get(), .alreadyRunning)
  }

  func testASimulationHasOneRun() throws {
    let simulation = Simulation()
    try simulation.run {}.get()
    XCTAssertEqual(simulation.run {}.failure, .alreadyUsed)
  }

  func testATaskIsStartedWithinARunOnly() async {
    let result = await Simulation().start("cell") { 7 }.result
    XCTAssertThrowsError(try result.get()) { XCTAssertEqual($0 as? SimulationError, .notRunning) }
  }

  /// A task of the process that was there before, and that a real timer wakes during a run.
  func testTasksOfTheProcessGoOnDuringARun() async {
    let task = Task.detached {
      var turns = 0
      for _ in 0..<50 {
        turns += 1
        try? await Task.sleep(for: .microseconds(200))
      }
      return turns
    }
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        for _ in 0..<20 { _ = Simulation().run { for _ in 0..<200 { await Task.yield() } } }
        continuation.resume()
      }
    }
    let turns = await task.value
    XCTAssertEqual(turns, 50)
  }

  func testALimitBelowOneIsRefused() {
    XCTAssertEqual(Simulation(maximumStepsPerInstant: 0).run {}.failure, .invalidLimit(0))
  }

  func testTheRunMayBeOnAnyThread() throws {
    let result = Shared<Result<Bool, any Error>?>(nil)
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let simulation = Simulation()
      let run = simulation.run {
        try await simulation.clock.sleep(for: .seconds(1))
        return await Self.isMainActorIsolated()
      }
      result.set(run.outcome)
      done.signal()
    }
    Self.block(on: done)
    XCTAssertEqual(try result.value?.get(), true)
  }

  func testABodyMayBeOnTheMainActor() throws {
    for driver in DriverName.available {
      let run = Simulation(driver: driver).run { @MainActor in
        await Task.yield()
        MainActor.assertIsolated()
        return 7
      }
      XCTAssertEqual(try run.get(), 7)
    }
  }

  /// Runs a simulation under each driver on a thread of its own, then uses the real runtime.
  private func checkRealRuntime(
    after body: @escaping @Sendable (Simulation) async throws -> Void,
    outcome check: (Result<Void, any Error>) throws -> Void
  ) async throws {
    for driver in DriverName.available {
      let outcome = await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          let simulation = Simulation(driver: driver)
          continuation.resume(returning: simulation.run { try await body(simulation) }.outcome)
        }
      }
      try check(outcome)
      let start = ContinuousClock.now
      try await Task.sleep(for: .milliseconds(2))
      XCTAssertGreaterThanOrEqual(ContinuousClock.now - start, .milliseconds(2))
      let sum = await withTaskGroup(of: Int.self) { group in
        for number in 1...10 {
          group.addTask {
            await Task.yield()
            return number
          }
        }
        return await group.reduce(0, +)
      }
      XCTAssertEqual(sum, 55)
      let isOnMainThread = await MainActor.run { Thread.isMainThread }
      XCTAssertTrue(isOnMainThread)
    }
  }

  private static func startSynchronously() -> SimulationError? { Simulation().run {}.failure }

  private static func block(on semaphore: DispatchSemaphore) { semaphore.wait() }

  @MainActor private static func isMainActorIsolated() -> Bool {
    MainActor.assertIsolated()
    return true
  }
}
