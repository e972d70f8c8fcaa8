import Dispatch
import Foundation

/// How long a simulation waits, in real time, for work that runs on real threads.
///
/// Virtual time must not jump while such work is busy, and nothing is stuck for good while it
/// may still come back. Where there are no other threads, as is usual, nothing is waited for.
struct Patience {
  /// How long an idle simulation waits for threads that are there but do not run.
  let grace: Duration
  /// How long one simulation waits for busy threads in all.
  private var budget: Duration = .seconds(2)
  private var hasToldOvertaking = false

  /// Threads that were busy through a whole budget. No later run waits for them again.
  private static let stubborn = Guarded<Set<Int>>([])
  private static let slice: Duration = .microseconds(200)

  init(grace: Duration) {
    self.grace = grace
  }

  /// Waits while another thread is busy, before virtual time moves on.
  ///
  /// - Returns: True when there is news, so that there may be something to run now.
  mutating func waitWhileBusy(for loop: JobLoop) -> Bool {
    if pumpMainQueue(for: loop) { return true }
    guard let threads = ForeignThreads.count else {
      // Nobody tells what threads do here: wait a little once it is known that some work.
      return loop.hasForeignWork && budget > .zero && spend(.milliseconds(5), for: loop)
    }
    guard threads > 0 else { return false }
    while budget > .zero, !Self.busyThreads.isEmpty {
      if spend(Self.slice, for: loop) { return true }
    }
    return loop.hasNews
  }

  /// Waits a last time, when nothing is left to run and nothing is going to wake.
  ///
  /// - Returns: True when there is news.
  mutating func waitForLast(for loop: JobLoop) -> Bool {
    if waitWhileBusy(for: loop) || pumpMainQueue(for: loop, isLast: true) { return true }
    if let threads = ForeignThreads.count, threads == 0 { return loop.hasNews }
    let start = ContinuousClock.now
    while start.duration(to: .now) < grace {
      if wait(.milliseconds(1), for: loop) { return true }
      if pumpMainQueue(for: loop, isLast: true) || waitWhileBusy(for: loop) { return true }
    }
    return false
  }

  /// The names of threads that are busy still though patience has run out, when that is noticed
  /// first.
  mutating func noticeOvertaking() -> [String]? {
    guard budget <= .zero, !hasToldOvertaking else { return nil }
    let busy = Self.busyThreads
    guard !busy.isEmpty else { return nil }
    hasToldOvertaking = true
    Self.stubborn.withLock { $0.formUnion(busy.map(\.number)) }
    return busy.map(\.name)
  }

  private static var busyThreads: [ForeignThreads.Thread] {
    let stubborn = stubborn.withLock { $0 }
    return (ForeignThreads.busy ?? []).filter { !stubborn.contains($0.number) }
  }

  /// Waits, and takes the real time that it took from the budget.
  private mutating func spend(_ duration: Duration, for loop: JobLoop) -> Bool {
    let start = ContinuousClock.now
    defer { budget -= start.duration(to: .now) }
    return wait(duration, for: loop)
  }

  private func wait(_ duration: Duration, for loop: JobLoop) -> Bool {
    // Signals of jobs that have run since then say nothing about the next one.
    while loop.arrival.wait(timeout: .now()) == .success {}
    if loop.hasNews { return true }
    let nanoseconds = Int(duration / .nanoseconds(1))
    _ = loop.arrival.wait(timeout: .now() + .nanoseconds(nanoseconds))
    return loop.hasNews || pumpMainQueue(for: loop)
  }

  /// Runs what an answer has sent to the main queue, where this is the main thread; at last also
  /// what it has left to the main run loop.
  private func pumpMainQueue(for loop: JobLoop, isLast: Bool = false) -> Bool {
    guard Thread.isMainThread, isLast || MainQueue.mayHaveWork else { return false }
    loop.state.withLock { $0.isPumping = true }
    MainQueue.drain()
    loop.state.withLock { $0.isPumping = false }
    return loop.hasNews
  }
}
