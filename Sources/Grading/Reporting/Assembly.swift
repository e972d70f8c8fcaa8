/// Puts together what processes left into one report for each check.
struct Assembly {
  private(set) var reports: [CheckReport]
  private(set) var notes: [String]

  init(exercise: String, checks: [Check], evidence: [Evidence]) {
    reports = checks.map { check in
      let witnesses = evidence.filter { $0.checks.contains(check.id) }
      let all = witnesses.map { Self.report(of: check, in: exercise, $0) }
      return all.max { Self.weight($0.verdict) < Self.weight($1.verdict) }
        ?? CheckReport(check, .crashed, words: "it was not run")
    }
    notes = evidence.map(\.refused).reduce(RefusedRecords(), +).sentences
    notes += evidence.compactMap(\.lateEnd)
  }

  /// Makes a skip of every check that needs one which does not pass.
  mutating func skipWhatNeedsMore() {
    let known = Set(reports.map(\.check.id))
    for report in reports {
      for need in report.check.needs where !known.contains(need) {
        notes.append("\(report.check.id) needs \(need), which the suite does not have.")
      }
    }
    // A skip can cause others, in any order of the checks: again, until nothing changes.
    var isSettled = false
    while !isSettled {
      isSettled = true
      var verdicts: [String: Verdict] = [:]
      for report in reports { verdicts[report.check.id] = report.verdict }
      for (index, report) in reports.enumerated() where report.verdict != .skipped {
        let missing = report.check.needs.first { verdicts[$0] != .pass }
        guard let missing else { continue }
        let words = Verdict.words(needing: missing, which: verdicts[missing])
        reports[index] = CheckReport(report.check, .skipped, words: words)
        isSettled = false
      }
    }
  }

  private static func report(
    of check: Check, in exercise: String, _ evidence: Evidence
  ) -> CheckReport {
    let records = evidence.records.filter { $0.exercise == exercise && $0.check == check.id }
    let ends = records.compactMap { record -> CheckReport? in
      guard record.kind == .ended, let verdict = record.verdict,
        [.pass, .fail, .skipped].contains(verdict)
      else { return nil }
      return CheckReport(
        check, verdict, finding: record.finding, count: record.count, words: record.words,
        seconds: record.seconds)
    }
    if let worst = ends.max(by: { weight($0.verdict) < weight($1.verdict) }) { return worst }
    guard records.contains(where: { $0.kind == .began }) else {
      return CheckReport(check, .crashed, words: "it was not reached: the process ended before")
    }
    return CheckReport(check, evidence.end.verdict, finding: evidence.end.finding(of: check))
  }

  /// The worse, the larger. An end that nobody reported is worse than a failure that somebody did.
  private static func weight(_ verdict: Verdict) -> Int {
    switch verdict {
    case .pass: 0
    case .skipped, .notStarted: 1
    case .fail: 2
    case .crashed, .hung, .overMemory, .didNotBuild: 3
    }
  }
}
