import Dispatch
import FlingThrough500RowsSolution
import Foundation
import SimulatedApp
import SimulatedPhone
import Vocabulary

/// How fast a fling through the complete pipeline is, how it grows with the rows, and what it
/// costs to join a load and to leave it.
@main
enum Main {
  static func main() throws {
    let fling = try best(of: 5) { try flung(rows: 500) }
    print("fling of 500 rows: \(milliseconds(fling)) ms (bar: 50 ms in release)")
    for rows in [1_000, 10_000, 100_000] {
      let time = try best(of: 1) { try flung(rows: rows) }
      let each = milliseconds(time) * 1_000 / Double(rows)
      print("\(rows) rows: \(milliseconds(time)) ms, \(each) µs a row, \(residentMegabytes) MB")
    }
    // Not before: a simulation cannot start inside a task.
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      await joins()
      done.signal()
    }
    done.wait()
  }

  private static func flung(rows: Int) throws {
    // As fast for any number of rows: five hundred in a second.
    let time = Duration.seconds(1) * rows / 500
    let script = GestureScript(
      name: "one fling", [.fling(rows: rows, over: time), .rest(.seconds(1))])
    _ = try Scenario(rows: rows, script: script).run()
  }

  /// One caller keeps a load alive; others join it and leave.
  private static func joins() async {
    let loader = ImageLoader { _ in
      try await Task.sleep(for: .seconds(3_600))
      throw CancellationError()
    }
    let key = ImageKey(url: URL(fileURLWithPath: "/p/7"), maxPixelSize: 360)
    let first = Task { try await loader.image(for: key) }
    let count = 100_000
    let start = ContinuousClock.now
    for _ in 0..<count {
      let task = Task { try await loader.image(for: key) }
      task.cancel()
      _ = try? await task.value
    }
    let nanoseconds = (ContinuousClock.now - start) / .nanoseconds(1) / Double(count)
    first.cancel()
    print("join and leave: \(nanoseconds.rounded()) ns, a task and its switches included")
  }

  private static func best(of count: Int, _ body: () throws -> Void) throws -> Duration {
    var best = Duration.seconds(3_600)
    for _ in 0..<count { best = min(best, try ContinuousClock().measure(body)) }
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
