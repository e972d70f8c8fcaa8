import Foundation
import Grading

/// A check as its suite names it, with the test that runs it.
struct ListedCheck: Codable, Hashable, Sendable {
  var check: Check
  /// `Module.Class/method`.
  var test: String
}

extension TestProcess {
  /// Asks the suite which checks it has; no line of the answer runs.
  func listChecks(
    of exercise: String, limits: ProcessLimits, stop: StopSignal? = nil
  ) throws(GradingError) -> [ListedCheck] {
    let trace = try run(.list, [], plan: .inOrder, limits: limits, stop: stop)
    let checks = trace.reader.records.compactMap { record -> ListedCheck? in
      guard record.kind == .listed, record.exercise == exercise, let check = record.declaration,
        let test = record.test
      else { return nil }
      return ListedCheck(check: check, test: test)
    }
    guard !checks.isEmpty else {
      throw .noChecks(exercise: exercise, output: trace.report.output.text)
    }
    return checks
  }
}
