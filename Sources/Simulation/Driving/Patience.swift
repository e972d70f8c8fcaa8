import Dispatch
import Foundation
import Synchronization

/// How long a simulation waits, in real time, for work that runs on real threads.
///
/// Virtual time must not jump while such work is busy, and nothing is stuck for good while it
/// may still come back. Where there are no other threads, as is usual, nothing is waited for.
struct Patience {
  /// How long an idle simulation waits for threads that are there but do not run.
  let grace: Duration
  /// How long one simulation waits for busy threads in all.
  var budget: Duration = .seconds(2)
  /// The names of threads that were still busy when patience ran out.
  private(set) var stillBusy: [String] = []

  private static let slice: Duration = .microseconds(200)

  init(grace: Duration) {
    self.grace = grace
  }

  /// Waits while another thread is busy, before virtual time moves on.
  ///
  /// - Returns: True when a job has arrived, so that there may be something to run now.
  mutating func waitWhileBusy(for loop: JobLoop) -> Bool {
    if pumpMainQueue(for: loop) { return true }
    guard let threads = ForeignThreads.count else {
      // Nobody tells what threads do here: wait a little once it is known that some work.
      let hasForeignWork = loop.state.withLock { $0.foreignArrivals > 0 }
      return hasForeignWork && wait(.milliseconds(5), for: loop)
    }
    guard threads > 0 else { return false }
    while budget > .zero, let busy = ForeignThreads.busy, !busy.isEmpty {
      budget -= Self.slice
      if wait(Self.slice, for: loop) { return true }
      if budget <= .zero { stillBusy = ForeignThreads.busy ?? [] }
    }
    return loop.hasReadyJobs
  }

  /// Waits a last time, when nothing is left to run and nothing is going to wake.
  ///
  /// - Returns: True when a job has arrived.
  mutating func waitForLast(for loop: JobLoop) -> Bool {
    if waitWhileBusy(for: loop) { return true }
    if let threads = ForeignThreads.count, threads == 0 { return false }
    let slices = max(1, Int(grace / .milliseconds(1)))
    for _ in 0..<slices {
      if wait(.milliseconds(1), for: loop) || waitWhileBusy(for: loop) { return true }
    }
    return false
  }

  private func wait(_ duration: Duration, for loop: JobLoop) -> Bool {
    let nanoseconds = Int(duration / .nanoseconds(1))
    _ = loop.arrival.wait(timeout: .now() + .nanoseconds(nanoseconds))
    return loop.hasReadyJobs || pumpMainQueue(for: loop)
  }

  /// Runs what an answer has sent to the main queue, where this is the main thread.
  private func pumpMainQueue(for loop: JobLoop) -> Bool {
    guard MainQueue.mayHaveWork, Thread.isMainThread else { return false }
    MainQueue.drain()
    return loop.hasReadyJobs
  }
}

extension JobLoop {
  /// Whether a job could run without any time passing.
  var hasReadyJobs: Bool { state.withLock { !$0.ready.isEmpty } }
}
