import Simulation

extension ExerciseReport {
  /// Reports as JUnit XML, which most build servers read: one suite for each exercise, one case
  /// for each check.
  ///
  /// What crashed, hung or took too much memory is an error, what fails a failure.
  ///
  /// - Returns: The document, the same to the byte for equal reports.
  public static func junit(_ reports: [ExerciseReport]) -> String {
    let suites = reports.map(\.suite).joined()
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n\(suites)</testsuites>\n"
  }

  private var suite: String {
    // An answer that does not build has run no check, and must not look green for it.
    let broken = verdict == .didNotBuild ? 1 : 0
    let errors = checks.count { $0.verdict.isFailure && $0.verdict != .fail }
    let seconds = checks.compactMap(\.seconds).reduce(0, +)
    let counts =
      "tests=\"\(checks.count + broken)\" failures=\"\(checks.count { $0.verdict == .fail })\" "
      + "errors=\"\(errors + broken)\" skipped=\"\(checks.count { $0.verdict == .skipped })\""
    let cases = checks.map { $0.testCase(of: exercise) }.joined()
    return "<testsuite name=\"\(exercise.escaped)\" \(counts) time=\"\(seconds.plain)\">\n"
      + (broken > 0 ? buildCase : "") + cases + "</testsuite>\n"
  }

  private var buildCase: String {
    "  <testcase classname=\"\(exercise.escaped)\" name=\"build\" time=\"0.000\">\n"
      + "    <error type=\"didNotBuild\" message=\"the answer does not build\">"
      + "\((words ?? "").escaped)</error>\n  </testcase>\n"
  }
}

extension CheckReport {
  fileprivate func testCase(of exercise: String) -> String {
    let head =
      "  <testcase classname=\"\(exercise.escaped).\(check.level.rawValue)\" "
      + "name=\"\(check.id.escaped): \(check.promise.escaped)\" time=\"\((seconds ?? 0).plain)\""
    let text = lines(of: exercise).map { $0.text + "\n" }.joined().escaped
    let why = (finding?.got ?? words ?? "").escaped
    switch verdict {
    case .pass:
      return head + "/>\n"
    case .skipped, .notStarted:
      return head + ">\n    <skipped message=\"\(why)\"/>\n  </testcase>\n"
    case .fail:
      return head + ">\n    <failure message=\"\(why)\">\(text)</failure>\n  </testcase>\n"
    case .crashed, .hung, .overMemory, .didNotBuild:
      return head
        + ">\n    <error type=\"\(verdict.rawValue)\" message=\"\(why)\">\(text)</error>\n"
        + "  </testcase>\n"
    }
  }
}

extension Double {
  /// Seconds to the millisecond, with a point.
  fileprivate var plain: String {
    let thousandths = Int((Swift.min(Swift.max(self, 0), 1e9) * 1000).rounded())
    let decimals = String(thousandths % 1000)
    return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - decimals.count) + decimals
  }
}

extension String {
  fileprivate var escaped: String { markup(keepsLines: true) }
}
