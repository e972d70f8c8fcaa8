import Foundation

/// What the self-check prints at its end.
struct SelfCheckReport: Codable, Hashable {
  /// The version of the JSON.
  var schemaVersion = 1
  /// One for each exercise, in the order in which they were checked.
  var results: [SelfCheck.Result]
  /// The first of the fresh seeds.
  var seed: UInt64

  /// Whether there is no fault.
  var holds: Bool { results.allSatisfy(\.faults.isEmpty) }

  /// The report as JSON, with sorted keys.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }

  /// Each fault, and one closing line.
  var text: String {
    var lines: [String] = []
    for result in results where !result.faults.isEmpty {
      lines.append(result.exercise)
      for fault in result.faults {
        lines.append("  ✗ \(fault.path.map { "\($0): " } ?? "")\(fault.sentence)")
      }
    }
    lines.append(closingLine)
    return lines.joined(separator: "\n") + "\n"
  }

  private var closingLine: String {
    let exercises = count(results.count, "exercise", "exercises")
    let faults = results.reduce(0) { $0 + $1.faults.count }
    guard faults == 0 else {
      return "\(count(faults, "fault", "faults")) in \(exercises). Fresh seeds from \(seed)."
    }
    let checks = results.reduce(0) { $0 + $1.checks }
    let variants = results.reduce(0) { $0 + $1.variants }
    let known = results.reduce(0) { $0 + $1.known }
    return "Everything holds: \(exercises), \(count(checks, "check", "checks")), "
      + "\(count(variants, "answer", "answers")) graded as declared, \(known) of them before. "
      + "Fresh seeds from \(seed)."
  }

  private func count(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count) \(count == 1 ? one : many)"
  }
}
