#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What the clock on the wall and the processor say of the calling thread.
package struct ThreadTime {
  private var real = ContinuousClock.now
  private var processor = Self.processorTime

  /// How long the thread has stood still since, interrupted by others.
  var timeOffProcessor: Duration {
    max(.zero, real.duration(to: .now) - (Self.processorTime - processor))
  }

  /// The processor time that the calling thread has taken.
  package static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
