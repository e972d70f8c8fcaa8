import Simulation

/// The numbers of several runs side by side, the best of each line marked.
struct ComparisonTable {
  let results: [Simulated]
  /// How many characters a line may have.
  let width: Int

  private static let nameWidth = 20

  /// The lines, each with its end. Where they do not fit, each run has a table of its own.
  var text: String {
    let cell = max(results.map(\.name.count).max() ?? 0, 10) + 2
    guard Self.nameWidth + 2 + results.count * (cell + 1) <= width else {
      return results.map { result in
        "\(result.name)\n\n\(FigureTable(report: result.report, width: width).text)"
      }.joined(separator: "\n")
    }
    let names = results.map { $0.name.leftPadded(to: cell) + " " }.joined()
    var lines = ["".rightPadded(to: Self.nameWidth + 2) + names]
    for group in Figure.Group.allCases {
      lines.append(group.rawValue)
      lines += Figure.all(in: group).map { line(of: $0, cell) }
    }
    lines.append("")
    lines.append("* the better one, where the two differ")
    return lines.map { Self.trimmed($0) + "\n" }.joined()
  }

  private func line(of figure: Figure, _ cell: Int) -> String {
    let values = results.map { figure.value($0.report) }
    let best = figure.best(of: values)
    let cells = values.map { value in
      value.text.leftPadded(to: cell) + (best != nil && value.number == best ? "*" : " ")
    }
    return "  " + figure.name.rightPadded(to: Self.nameWidth) + cells.joined()
  }

  private static func trimmed(_ line: String) -> String {
    String(line.reversed().drop { $0 == " " }.reversed())
  }
}

extension Figure {
  /// The best of the values; nil where they are alike or neither is better.
  func best(of values: [FigureValue]) -> Double? {
    guard let isBetterLower else { return nil }
    let numbers = values.compactMap(\.number)
    guard Set(numbers).count > 1 else { return nil }
    return isBetterLower ? numbers.min() : numbers.max()
  }
}
