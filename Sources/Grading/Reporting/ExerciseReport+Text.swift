import Simulation

extension ExerciseReport {
  /// The report as text, line by line.
  ///
  /// - Parameter remark: What stands at the end of the heading: `12:40 left`.
  /// - Returns: The lines, without their ends.
  public func lines(remark: String? = nil) -> [ReportLine] {
    var lines = [ReportLine(.heading, exercise.columns(with: status(remark)))]
    for report in verdict == .notStarted || verdict == .didNotBuild ? [] : checks {
      lines += report.lines(of: exercise)
    }
    if let words {
      lines += words.split(separator: "\n").map { ReportLine(.note, "  \($0)") }
    }
    if let mistake {
      lines.append(ReportLine(.mistake, "  This looks like a known mistake: \(mistake.title)."))
    }
    return lines + notes.map { ReportLine(.note, "  Note: \($0)") }
  }

  /// The report as plain text.
  public func text(remark: String? = nil) -> String {
    lines(remark: remark).map { $0.text + "\n" }.joined()
  }

  private func status(_ remark: String?) -> String {
    let status =
      switch verdict {
      case .notStarted: "not started"
      case .didNotBuild: "does not build"
      default: "\(passed) of \(checks.count) checks"
      }
    return remark.map { "\(status) · \($0)" } ?? status
  }
}

extension CheckReport {
  /// The lines of one check: its promise, and where it did not pass, why.
  public func lines(of exercise: String) -> [ReportLine] {
    let (sign, role): (String, ReportLine.Role) =
      switch verdict {
      case .pass: ("✓", .passed)
      case .skipped, .notStarted: ("–", .skipped)
      default: ("✗", .failed)
      }
    let promise = "  \(sign) \(check.promise)"
    var lines = [ReportLine(role, promise.columns(with: check.level.rawValue))]
    if let words { lines += ReportLine.beat(verdict == .skipped ? "skipped" : "why", words) }
    if let finding { lines += finding.lines(of: exercise, check: check.id) }
    return lines
  }
}

extension Finding {
  /// The four beats, the timeline, and the line that repeats it.
  public func lines(of exercise: String, check: String) -> [ReportLine] {
    var lines = ReportLine.beat("expected", expected) + ReportLine.beat("got", got)
    if kind != .kit {
      lines += ReportLine.beat("trap", trap.description) + ReportLine.beat("say", "\"\(say)\"")
    }
    lines += timeline.lines(limit: 12).map { ReportLine(.timeline, "      \($0)") }
    let seed = seed.map { " --seed \($0)" } ?? ""
    let command = "practice grade \(exercise) --check \(check)\(seed)"
    return lines + [ReportLine(.replay, "      " + "replay".rightPadded(to: 10) + command)]
  }
}

extension ReportLine {
  /// A label and what it says, in as many lines as it takes.
  fileprivate static func beat(_ label: String, _ words: String) -> [ReportLine] {
    words.wrapped(to: 84).enumerated().map { index, line in
      ReportLine(.beat, "      " + (index == 0 ? label : "").rightPadded(to: 10) + line)
    }
  }
}
