import SimulatedApp
import Simulation

/// The numbers of one run as a table, each with its sentence.
struct FigureTable {
  let report: ScenarioReport
  /// How many characters a line may have.
  let width: Int

  private static let nameWidth = 19
  private static let valueWidth = 10

  /// The lines, each with its end.
  var text: String {
    Figure.Group.allCases.map { group in
      ([group.rawValue] + Figure.all(in: group).flatMap(lines)).map { $0 + "\n" }.joined()
    }.joined(separator: "\n")
  }

  private func lines(of figure: Figure) -> [String] {
    let value = figure.value(report).text
    let head =
      "  " + figure.name.rightPadded(to: Self.nameWidth)
      + value.leftPadded(to: Self.valueWidth)
    let room = width - head.count - 2
    let meaning = figure.meaning(report)
    guard room >= 30 else {
      return [head] + meaning.wrapped(to: max(width - 4, 20)).map { "    " + $0 }
    }
    let wrapped = meaning.wrapped(to: room)
    let indent = String(repeating: " ", count: head.count)
    return wrapped.enumerated().map { ($0 == 0 ? head : indent) + "  " + $1 }
  }
}
