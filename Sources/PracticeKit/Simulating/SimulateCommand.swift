import Foundation
import SimulatedApp
import Simulation

/// Runs the reference pipeline on the simulated phone and prints its numbers.
enum SimulateCommand: Command {
  static let description = CommandDescription(
    name: "simulate",
    overview: "Run the complete pipeline on a simulated phone, and print its numbers.",
    options: SimulateOptions.all,
    examples: [
      ("", "A fling through 500 rows on the 2 GB phone."),
      ("--device 12GB --network 3g --rows 2000", "Another phone, another network."),
      ("--compare prefetch", "How far ahead is worth it: 0, 5, 20 and 100 rows."),
      ("--gesture hour --compare pipeline", "An hour, beside what is often built first."),
      ("--html fling.html", "The same numbers with a timeline, as a page."),
    ])

  static func run(_ words: CommandWords) throws(UsageError) -> CommandResult {
    let options = try SimulateOptions(words)
    // A page that cannot be written is better known before a long run than after it.
    if let page = options.page {
      do throws(PageError) {
        try page.probe()
      } catch {
        return CommandResult(errors: "Error: \(error)\n", status: 1)
      }
    }
    do {
      let results = try options.contestants.map { contestant in
        Simulated(name: contestant.name, report: try run(contestant, options))
      }
      if let page = options.page {
        try page.write(SimulationPage(results: results, options: options).html)
      }
      let output = try options.isJSON ? SimulationJSON(results).text : text(results, options)
      return CommandResult(output: output)
    } catch let error as ScenarioError {
      if case .photoMissing = error { throw UsageError("\(error)", command: "simulate") }
      return CommandResult(errors: "Error: \(error)\n", status: 1)
    } catch {
      return CommandResult(errors: "Error: \(error)\n", status: 1)
    }
  }

  private static func run(
    _ contestant: Comparison.Contestant, _ options: SimulateOptions
  ) throws -> ScenarioReport {
    var scenario = options.scenario
    scenario.pipeline = contestant.variant
    let line = ProgressLine(contestant.name)
    defer { line.clear() }
    return try scenario.run { line.show($0) }
  }

  private static func text(_ results: [Simulated], _ options: SimulateOptions) -> String {
    let width = Terminal.width
    let head = options.sentence.wrapped(to: width).joined(separator: "\n")
    let table =
      results.count == 1
      ? FigureTable(report: results[0].report, width: width).text
      : ComparisonTable(results: results, width: width).text
    let page = options.page.map { "\nThe timeline is in \($0.path)\n" } ?? ""
    return "\(head)\n\n\(table)\(page)"
  }
}

/// One run with its name.
struct Simulated {
  var name: String
  var report: ScenarioReport
}
