public import Simulation
import Synchronization

/// How busy the main actor was, in virtual time.
///
/// In a simulation code takes no time: a job begins and ends at one instant, and no job can make
/// time pass but by suspending. So synchronous work on the main actor says what it would have
/// cost, through ``spend(_:)``, and goes on at once. The meter lays the costs behind one another
/// as a single thread would: what is spent at 100 ms for 25 ms keeps the main actor busy until
/// 125 ms, and 10 ms more that are spent at 110 ms make that 135 ms. Frames inside such a stretch
/// are missed, and a ``SimulatedFeed`` neither moves nor draws before its end.
///
/// One thing a real main thread does is not reproduced: jobs that become ready during a stretch
/// still run at their own instant, and not at its end. What they change is seen at the first
/// frame after the stretch, as on a phone; what they start, a request for one, starts up to a
/// stretch too early. ``busyUntil`` is there for code that wants to wait.
///
/// May be used from any thread.
public final class MainActorMeter: Sendable {
  private let clock: SimulatedClock
  private let rates: [Int]
  private let log: Mutex<BusyLog>

  init(clock: SimulatedClock, refreshRate: Int) {
    self.clock = clock
    rates = [60, 120, refreshRate]
    log = Mutex(BusyLog(rates: rates))
  }

  /// Keeps the main actor busy from now on, or from the end of what keeps it busy already.
  ///
  /// - Parameter duration: How long; nothing happens unless it is positive.
  public func spend(_ duration: Duration) {
    let now = clock.now.offset
    log.withLock { $0.spend(duration, at: now) }
  }

  /// Whether work is going on at the present instant.
  public var isBusy: Bool { busyUntil > clock.now }

  /// The end of the last work: in the future while the main actor is busy.
  public var busyUntil: SimulatedClock.Instant {
    SimulatedClock.Instant(log.withLock { $0.busyUntil })
  }

  /// The longest time without a pause between one piece of work and the next.
  public var longestStretch: Duration { log.withLock { $0.longest } }

  /// The sum of all that was spent.
  public var total: Duration { log.withLock { $0.total } }

  /// The frames that were missed, since their instant lay inside a stretch.
  ///
  /// - Parameter refreshRate: Frames a second: 60, 120 or the rate of the device.
  /// - Returns: How many; nil for another rate.
  public func missedFrames(at refreshRate: Int) -> Int? {
    log.withLock { $0.missed[refreshRate] }
  }

  func reset() {
    log.withLock { $0 = BusyLog(rates: rates) }
  }
}
