import Dispatch
import Synchronization
import XCTest

@testable import Simulation

/// Work that the code under test sends to real threads.
final class ForeignWorkTests: XCTestCase {
  func testVirtualTimeWaitsForADispatchQueue() throws {
    for driver in DriverName.available {
      let simulation = Simulation(driver: driver)
      let run = simulation.run {
        let timeout = Task { try await simulation.clock.sleep(for: .seconds(10)) }
        // Two turns of the loop later the body has suspended, so that the answer comes from outside.
        let hasSuspended = DispatchSemaphore(value: 0)
        Task {
          await Task.yield()
          hasSuspended.signal()
        }
        let answer = await withCheckedContinuation { continuation in
          DispatchQueue.global().async {
            hasSuspended.wait()
            var sum = 0
            for number in 0..<200_000 { sum = (sum &+ number) ^ 1 }
            continuation.resume(returning: sum > 0)
          }
        }
        timeout.cancel()
        return answer
      }
      XCTAssertTrue(try run.get())
      XCTAssertEqual(run.elapsed, .zero, "\(driver): time ran past a busy thread")
      XCTAssertEqual(run.foreignWork.arrivals, 1)
      XCTAssertFalse(run.foreignWork.isNone)
    }
  }

  func testTheMainQueueIsServed() throws {
    try XCTSkipUnless(Thread.isMainThread, "XCTest runs this method on another thread.")
    for driver in DriverName.available {
      let simulation = Simulation(driver: driver)
      let run = simulation.run {
        let timeout = Task { try await simulation.clock.sleep(for: .seconds(10)) }
        let answer = await withCheckedContinuation { continuation in
          DispatchQueue.main.async { continuation.resume(returning: 7) }
        }
        timeout.cancel()
        return answer
      }
      XCTAssertEqual(try run.get(), 7)
      XCTAssertEqual(run.elapsed, .zero)
    }
  }

  func testAThreadThatSleepsIsWaitedForBrieflyBeforeADeadlock() throws {
    let simulation = Simulation(grace: .seconds(20))
    let run = simulation.run {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5)) {
          continuation.resume()
        }
      }
    }
    try run.get()
  }

  func testABusyThreadIsNamedInTheDeadlock() throws {
    try XCTSkipIf(ForeignThreads.count == nil, "The system does not tell what threads do.")
    let stop = Atomic(false)
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      while !stop.load(ordering: .relaxed) {}
      ended.signal()
    }
    let simulation = Simulation()
    let gate = simulation.gate("never")
    let run = simulation.run { try await gate.pass() }
    stop.store(true, ordering: .relaxed)
    ended.wait()
    guard case .deadlock(let deadlock) = run.failure else { return XCTFail("\(run.outcome)") }
    XCTAssertFalse(deadlock.busyThreads.isEmpty)
    XCTAssertTrue(deadlock.description.contains("Still busy on real threads"))
  }

  /// Each arrival leaves a signal behind; none of them may stand for a later one.
  func testEarlierArrivalsDoNotUseUpTheGrace() throws {
    let simulation = Simulation(grace: .seconds(20))
    let run = simulation.run {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<200 {
          group.addTask {
            await withCheckedContinuation { continuation in
              DispatchQueue.global().async { continuation.resume() }
            }
          }
        }
      }
      await withCheckedContinuation { continuation in
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(20)) {
          continuation.resume()
        }
      }
    }
    try run.get()
  }

  /// A timer that a foreign thread sets while the simulation idles.
  func testATimerFromAnotherThreadIsSeen() throws {
    for driver in DriverName.available {
      let simulation = Simulation(driver: driver, grace: .seconds(20))
      let run = simulation.run {
        try await withTaskExecutorPreference(QueueExecutor.shared) {
          try await simulation.clock.sleep(for: .seconds(1))
        }
      }
      try run.get()
      XCTAssertEqual(run.elapsed, .seconds(1))
    }
  }

  /// A real thread wakes a task of the first run in the middle of the second.
  func testATaskOfAnEarlierRunDoesNotRunInTheNextOne() throws {
    let lost = Shared<UnsafeContinuation<Void, Never>?>(nil)
    let hasGoneOn = Shared(false)
    let first = Simulation().run {
      _ = Task.detached {
        await withUnsafeContinuation { continuation in lost.set(continuation) }
        hasGoneOn.set(true)
      }
    }
    try first.get()
    let second = Simulation().run {
      let resumed = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        lost.value?.resume()
        resumed.signal()
      }
      Self.block(on: resumed)
      for _ in 0..<100 { await Task.yield() }
    }
    try second.get()
    // At least: what other tests have left behind may come back as well.
    XCTAssertGreaterThanOrEqual(second.foreignWork.stragglers, 1)
    XCTAssertTrue(second.foreignWork.isNone)
    XCTAssertFalse(hasGoneOn.value)
  }

  /// Runs its jobs on a real queue, past the simulation.
  private final class QueueExecutor: TaskExecutor {
    static let shared = QueueExecutor()
    private let queue = DispatchQueue(label: "past the simulation")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  private static func block(on semaphore: DispatchSemaphore) { semaphore.wait() }
}
