/// The time since it was made, on a clock of any kind.
struct Stopwatch: Sendable {
  private let read: @Sendable () -> Duration

  init(_ clock: any Clock<Duration>) {
    read = Self.reader(clock)
  }

  var elapsed: Duration { read() }

  private static func reader<C: Clock<Duration>>(_ clock: C) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
