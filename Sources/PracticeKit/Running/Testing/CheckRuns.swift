import Foundation
import Grading

/// Runs the checks of one suite and gathers the evidence for each.
///
/// First all in one process, which is fast. What passes there, in a process that ends in order,
/// has passed. Every other check runs again in a process of its own, so that nobody pays for a
/// trap, an endless loop, or the global state of another; what it says alone is what counts. One
/// that needs another waits for it, and is not run where that one does not pass: the report skips
/// it, and a blocked thread costs its deadline once and not once for each check.
struct CheckRuns: Sendable {
  let exercise: String
  let process: TestProcess
  let plan: SchedulePlan
  let limits: GradingLimits
  var stop: StopSignal?
  var progress: (@Sendable (GradingStep) -> Void)?

  /// What was found out about one or more checks.
  struct Finding: Sendable {
    var evidence: Evidence
    /// How a check came to its end that it did not report, for people; by the check's name.
    var words: [String: String] = [:]
    /// Whether a check that ran alone has passed.
    var passes = false
  }

  /// Runs the checks; none is in the evidence more than once.
  func run(_ checks: [ListedCheck]) throws(GradingError) -> [Finding] {
    progress?(.running(checks: checks.count))
    var findings: [Finding] = []
    var rest = checks
    if checks.count > 1 {
      let together = try runTogether(checks)
      let passed = Set(together.evidence.checks)
      rest.removeAll { passed.contains($0.check.id) }
      findings.append(together)
    }
    return findings + (try runInTurn(rest))
  }

  private func runTogether(_ checks: [ListedCheck]) throws(GradingError) -> Finding {
    let trace = try process.run(
      .grade, checks.map(\.test), plan: plan.withoutDetail, limits: limits.ofMany, stop: stop)
    let passed = trace.isInOrder ? trace.passed(of: exercise) : []
    let ids = checks.map(\.check.id).filter { passed.contains($0) }
    return Finding(evidence: Evidence(of: ids, from: trace.reader, end: trace.end(limits.ofMany)))
  }

  /// Runs each check alone, after those that it needs.
  private func runInTurn(_ checks: [ListedCheck]) throws(GradingError) -> [Finding] {
    var findings: [Finding] = []
    var failed: Set<String> = []
    var rest = checks
    while !rest.isEmpty {
      let waiting = Set(rest.map(\.check.id))
      let isReady = { (listed: ListedCheck) in waiting.isDisjoint(with: listed.check.needs) }
      // Where all wait for one another, nobody's turn would come.
      let isRing = !rest.contains(where: isReady)
      let turn = rest.filter { isRing || isReady($0) }
      rest.removeAll { isRing || isReady($0) }
      let runnable = turn.filter { failed.isDisjoint(with: $0.check.needs) }
      let found = try runAlone(runnable)
      findings += found
      let passed = found.filter(\.passes).flatMap(\.evidence.checks)
      failed.formUnion(Set(turn.map(\.check.id)).subtracting(passed))
    }
    return findings
  }

  /// Runs each check alone, as many at a time as there are processors.
  private func runAlone(_ checks: [ListedCheck]) throws(GradingError) -> [Finding] {
    let outcomes = Outcomes<Result<Finding, GradingError>>(count: checks.count)
    DispatchQueue.concurrentPerform(iterations: checks.count) { index in
      outcomes[index] = Result { () throws(GradingError) in try runAlone(checks[index]) }
    }
    var findings: [Finding] = []
    for outcome in outcomes.all { findings.append(try outcome.get()) }
    return findings
  }

  private func runAlone(_ listed: ListedCheck) throws(GradingError) -> Finding {
    if stop?.isGiven == true { throw .stopped }
    progress?(.runningAlone(check: listed.check.id))
    let trace = try process.run(
      .grade, [listed.test], plan: plan, limits: limits.ofOne, stop: stop)
    var evidence = Evidence(
      of: [listed.check.id], from: trace.reader, end: trace.end(limits.ofOne))
    // It said that it passed, and then took its process down: that is no pass.
    if !trace.isInOrder, trace.passed(of: exercise).contains(listed.check.id) {
      evidence.records.removeAll { $0.kind == .ended }
    }
    let words = trace.words(limits.ofOne).map { [listed.check.id: $0] } ?? [:]
    let passes = trace.isInOrder && trace.passed(of: exercise).contains(listed.check.id)
    return Finding(evidence: evidence, words: words, passes: passes)
  }
}
