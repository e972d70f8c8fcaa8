import Dispatch
import Foundation

/// Threads that run the same at once.
enum Race {
  /// Runs a body on so many threads, none of which begins before all are there; returns when all
  /// have ended.
  static func run(_ count: Int, _ body: @escaping @Sendable (_ thread: Int) -> Void) {
    let line = NSCondition()
    let arrivals = Arrivals()
    let ends = DispatchGroup()
    for thread in 0..<count {
      ends.enter()
      Thread.detachNewThread {
        line.lock()
        arrivals.count += 1
        if arrivals.count == count { line.broadcast() }
        while arrivals.count < count { line.wait() }
        line.unlock()
        body(thread)
        ends.leave()
      }
    }
    ends.wait()
  }

  /// Unchecked: the count is touched with the condition's lock held only.
  private final class Arrivals: @unchecked Sendable {
    var count = 0
  }
}
