import Dispatch
import Synchronization
import XCTest

@testable import Simulation

/// Work that the code under test sends to real threads.
final class ForeignWorkTests: XCTestCase {
  func testVirtualTimeWaitsForADispatchQueue() throws {
    for driver in DriverName.allCases {
      let simulation = Simulation(driver: driver)
      let run = simulation.run {
        let timeout = Task { try await simulation.clock.sleep(for: .seconds(10)) }
        let sum = await withCheckedContinuation { continuation in
          DispatchQueue.global().async {
            continuation.resume(returning: (0..<2_000_000).reduce(0, &+))
          }
        }
        simulation.record("sum")
        timeout.cancel()
        return sum
      }
      XCTAssertEqual(try run.get(), 1_999_999_000_000)
      XCTAssertEqual(run.elapsed, .zero, "\(driver): time ran past a busy thread")
      XCTAssertEqual(run.foreignWork.arrivals, 1)
      XCTAssertFalse(run.foreignWork.isNone)
    }
  }

  func testTheMainQueueIsServed() throws {
    try XCTSkipUnless(Thread.isMainThread, "XCTest runs this method on another thread.")
    for driver in DriverName.allCases {
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
    XCTAssertEqual(deadlock.busyThreads.count, 1)
    XCTAssertTrue(deadlock.description.contains("Still busy on real threads"))
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
    XCTAssertEqual(second.foreignWork.stragglers, 1)
    XCTAssertTrue(second.foreignWork.isNone)
    XCTAssertFalse(hasGoneOn.value)
  }

  private static func block(on semaphore: DispatchSemaphore) { semaphore.wait() }
}
