/// When the main actor was busy: a queue with one server, as arithmetic.
///
/// Work that comes while other work is still going on begins when that is done.
struct BusyLog {
  /// The frames that were missed, by their rate.
  private(set) var missed: [Int: Int]
  private(set) var total = Duration.zero
  private(set) var longest = Duration.zero
  /// The end of the last work.
  private(set) var busyUntil = Duration.zero
  private var stretchStart = Duration.zero

  init(rates: [Int]) {
    missed = Dictionary(rates.map { ($0, 0) }, uniquingKeysWith: { first, _ in first })
  }

  /// Adds work that arrives at an instant.
  mutating func spend(_ duration: Duration, at now: Duration) {
    guard duration > .zero else { return }
    let isContinued = now < busyUntil
    let start = isContinued ? busyUntil : now
    let end = start + duration
    if !isContinued { stretchStart = start }
    busyUntil = end
    total += duration
    longest = max(longest, end - stretchStart)
    // A frame that comes just when a stretch begins is drawn before it; one inside is missed.
    let first = start.flooredNanoseconds + (isContinued ? 0 : 1)
    for (rate, count) in missed {
      let ticks = FrameTicks(rate: rate)
      let inside = ticks.count(before: end.flooredNanoseconds) - ticks.count(before: first)
      missed[rate] = count + max(inside, 0)
    }
  }
}
