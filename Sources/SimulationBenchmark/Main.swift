import Foundation
import Simulation

/// Measures how many scheduling steps a second the simulation makes, and how its cost grows.
///
/// Numbers of one machine, to be compared within one run; nothing passes or fails by them.
@main
enum Main {
  private static let usage = """
    USAGE: SimulationBenchmark [--largest <operations>]

    OPTIONS:
      --largest <operations>  The largest size; powers of ten up to it are measured.
                              At least 10000. (default: 10000000)
      -h, --help              Show help information.

    """

  static func main() {
    do {
      try run()
    } catch {
      FileHandle.standardError.write(Data("Error: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run() throws {
    let words = Array(CommandLine.arguments.dropFirst())
    switch words.first {
    case nil: try measure(largest: 10_000_000)
    case "--help", "-h": print(usage, terminator: "")
    case "--largest" where words.count == 2:
      guard let largest = Int(words[1]), largest >= 10_000 else {
        fail("The value '\(words[1])' is invalid for '--largest'. Give a number from 10000 on.")
      }
      try measure(largest: largest)
    case "--largest": fail("Missing value for '--largest <operations>'.")
    default: fail("Unexpected arguments: \(words.joined(separator: " ")).")
    }
  }

  private static func measure(largest: Int) throws {
    let probe = Simulation().run {}
    try probe.get()
    let driver = probe.driver.map(\.rawValue) ?? ""
    print("Driver \(driver), \(isOptimised ? "release" : "debug") build of the caller\n")
    // Before the rates, whose memory would hide that of the growth.
    try printGrowth(upTo: largest)
    try printRates(operations: min(largest, 1_000_000))
  }

  private static func printRates(operations: Int) throws {
    for hops in ActorHops.allCases {
      print("Hops \(hops), \(operations) operations, shuffled")
      print(row("workload", "steps", "steps/s", "ns/operation"))
      for workload in Workload.all {
        let result = try Measurement(workload, operations: operations, hops: hops)
        print(
          row(
            workload.name, "\(result.steps)", millions(result.stepsPerSecond),
            String(format: "%.0f", result.nanosecondsPerOperation))
            + "  \(workload.operation)")
      }
      print()
    }
  }

  private static func printGrowth(upTo largest: Int) throws {
    for workload in Workload.growing {
      print("Growth of \(workload.name): \(workload.operation)")
      print(row("operations", "seconds", "ns/operation", "peak MiB"))
      var operations = 10_000
      // Ten million tasks that are alive would take more memory than most machines have.
      let most = workload.name == Workload.sleepers.name ? min(largest, 1_000_000) : largest
      while operations <= most {
        let result = try Measurement(workload, operations: operations, hops: .inline)
        print(
          row(
            "\(operations)", String(format: "%.3f", result.seconds),
            String(format: "%.0f", result.nanosecondsPerOperation), "\(result.peakMebibytes)"))
        operations *= 10
      }
      print()
    }
  }

  private static func row(_ cells: String...) -> String {
    cells.enumerated().map { index, cell in
      let padding = String(repeating: " ", count: max(0, 14 - cell.count))
      return index == 0 ? cell + padding : padding + cell
    }.joined()
  }

  private static func millions(_ number: Double) -> String {
    String(format: "%.2f M", number / 1e6)
  }

  private static func fail(_ sentence: String) -> Never {
    FileHandle.standardError.write(Data("Error: \(sentence)\n\(usage)".utf8))
    exit(64)
  }

  private static var isOptimised: Bool {
    var isDebug = false
    assert(
      {
        isDebug = true
        return true
      }())
    return !isDebug
  }
}
