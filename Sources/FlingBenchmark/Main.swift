import FlingThrough500RowsSolution
import Foundation
import SimulatedApp
import SimulatedPhone
import Simulation
import Synchronization
import Vocabulary

/// How fast a fling through the complete pipeline is, how it grows with the rows, and what it
/// costs to join a load and to leave it.
///
/// A simulation runs on one thread. All figures are that thread's processor time, which other work
/// on the machine changes little.
///
/// Memory hardly grows with the rows: rows are made on demand, and what has gone by is folded into
/// totals. What fills up with them has a bound, as the tiers and their indices have. One thing has
/// none: the number of requests of each URL, in some 40 bytes.
@main
enum Main {
  static func main() throws {
    let fling = try best(of: 5) { try flung(rows: 500) }
    print("fling of 500 rows: \(milliseconds(fling)) ms (bar: 50 ms in release)")
    for rows in [1_000, 10_000, 100_000] {
      let time = try best(of: 1) { try flung(rows: rows) }
      let each = (milliseconds(time) * 10_000 / Double(rows)).rounded() / 10
      print("\(rows) rows: \(milliseconds(time)) ms, \(each) µs a row, \(residentMegabytes) MB")
    }
    try joins()
  }

  private static func flung(rows: Int) throws {
    // As fast for any number of rows: five hundred in a second.
    let time = Duration.seconds(1) * rows / 500
    let script = GestureScript(
      name: "one fling", [.fling(rows: rows, over: time), .rest(.seconds(1))])
    _ = try Scenario(rows: rows, script: script).run()
  }

  /// One caller keeps a load alive; ten thousand others join it, and then leave.
  ///
  /// Whoever waits is a task, and to make, cancel and await one costs more than the loader does: so
  /// as many tasks wait for nothing, and what they take is subtracted.
  private static func joins() throws {
    let count = 10_000
    var (tasks, both) = (Duration.seconds(3_600), Duration.seconds(3_600))
    // In turn, so that whatever else the machine does meets both alike.
    for _ in 0..<40 {
      tasks = min(
        tasks, try inSimulation { try await waits(count, in: $0) { await Waiter().wait() } })
      both = min(both, try inSimulation { try await joins(count, in: $0) })
    }
    func each(_ time: Duration) -> Int { Int(time / .nanoseconds(1)) / count }
    print(
      "join and leave: \(each(both - tasks)) ns (bar: 400 ns), "
        + "beside \(each(tasks)) ns for a task that waits for nothing")
  }

  private static func joins(_ count: Int, in simulation: Simulation) async throws -> Duration {
    let loader = ImageLoader { _ in
      try await simulation.clock.sleep(for: .seconds(3_600))
      throw CancellationError()
    }
    let key = ImageKey(url: URL(fileURLWithPath: "/p/7"), maxPixelSize: 360)
    let first = Task { try await loader.image(for: key) }
    try await simulation.untilQuiet()
    let time = try await waits(count, in: simulation) { _ = try? await loader.image(for: key) }
    first.cancel()
    return time
  }

  /// How long it takes to start so many tasks, to let all of them wait, and to cancel them.
  private static func waits(
    _ count: Int, in simulation: Simulation, _ wait: @escaping @Sendable () async -> Void
  ) async throws -> Duration {
    let start = ThreadTime.processorTime
    let tasks = (0..<count).map { _ in Task { await wait() } }
    try await simulation.untilQuiet()
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
    return ThreadTime.processorTime - start
  }

  /// Suspends until its task is cancelled.
  private struct Waiter: ~Copyable, Sendable {
    private let continuation = Mutex<UnsafeContinuation<Void, Never>?>(nil)

    func wait() async {
      await withTaskCancellationHandler {
        await withUnsafeContinuation { waiting in continuation.withLock { $0 = waiting } }
      } onCancel: {
        continuation.withLock { $0?.resume() }
      }
    }
  }

  private static func inSimulation(
    _ body: @escaping @Sendable (Simulation) async throws -> Duration
  ) throws -> Duration {
    let simulation = Simulation()
    return try simulation.run { try await body(simulation) }.get()
  }

  private static func best(of count: Int, _ body: () throws -> Void) throws -> Duration {
    var best = Duration.seconds(3_600)
    for _ in 0..<count {
      let start = ThreadTime.processorTime
      try body()
      best = min(best, ThreadTime.processorTime - start)
    }
    return best
  }

  private static func milliseconds(_ duration: Duration) -> Double {
    (duration / .milliseconds(1) * 100).rounded() / 100
  }

  /// What the process takes, where the system says so in `/proc`; zero elsewhere.
  private static var residentMegabytes: Int {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else {
      return 0
    }
    let fields = text.split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4_096 / 1_000_000 : 0
  }
}
