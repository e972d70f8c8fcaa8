import Foundation
import Grading

/// Grades one answer: builds it, runs its checks contained, and puts the report together.
///
/// Always ends with a report in which every check of the suite has its verdict, unless the kit
/// itself is at fault. Blocks the thread that asks for it.
struct ExerciseRunner: Sendable {
  var build: ExerciseBuild
  var limits = GradingLimits()
  var plan = SchedulePlan()
  var mistakes: [Mistake] = []
  var containment = Containment()
  var stop: StopSignal?
  /// What the tests find in their environment besides.
  var variables: [String: String] = [:]
  /// Told where it stands; from any thread.
  var progress: (@Sendable (GradingStep) -> Void)?

  /// Builds the answer and grades it.
  ///
  /// - Parameter only: The names of the checks to run; all where nil.
  /// - Returns: The report; of an answer that does not build, with the checks that its suite named
  ///   last.
  /// - Throws: ``GradingError`` where the kit is at fault, or the caller asked for an early end.
  func grade(only: [String]? = nil) throws(GradingError) -> ExerciseReport {
    progress?(.building)
    let built = try build.run(in: containment, limit: limits.build, stop: stop)
    switch built {
    case .failure(let failure):
      return ExerciseReport(
        build.exercise, checks: listing.kept.map(\.check), notRun: .didNotBuild,
        words: failure.words)
    case .success(let bundle):
      return try grade(bundle, only: only)
    }
  }

  /// Grades a bundle that is built.
  ///
  /// - Parameters:
  ///   - bundle: The suite with the answer.
  ///   - only: The names of the checks to run; all where nil. What they need is not run besides.
  ///   - gradesStub: Whether an answer that is the stub still is run like any other.
  /// - Returns: The report.
  /// - Throws: ``GradingError`` where the kit is at fault, or the caller asked for an early end.
  func grade(
    _ bundle: TestBundle, only: [String]? = nil, gradesStub: Bool = false
  ) throws(GradingError) -> ExerciseReport {
    let process = TestProcess(
      bundle: bundle, containment: containment,
      variables: variables.merging([AnswerFile.answersVariable: build.answers]) { $1 })
    let all = try process.listChecks(of: build.exercise, limits: limits.ofOne, stop: stop)
    listing.keep(all)
    let file = AnswerFile(build.exercise, in: build.package, answers: build.answers)
    if file.isUntouched, !gradesStub {
      return ExerciseReport(build.exercise, checks: all.map(\.check), notRun: .notStarted)
    }
    let runs = CheckRuns(
      exercise: build.exercise, process: process, plan: plan, limits: limits, stop: stop,
      progress: progress)
    let chosen = try select(only, from: all)
    return report(chosen.map(\.check), try runs.run(chosen))
  }

  private func select(
    _ names: [String]?, from all: [ListedCheck]
  ) throws(GradingError) -> [ListedCheck] {
    guard let names else { return all }
    let known = all.map(\.check.id)
    for name in names where !known.contains(name) { throw .unknownCheck(name, known: known) }
    return all.filter { names.contains($0.check.id) }.map { listed in
      var alone = listed
      alone.check.needs.removeAll { !names.contains($0) }
      return alone
    }
  }

  private func report(_ checks: [Check], _ findings: [CheckRuns.Finding]) -> ExerciseReport {
    var report = ExerciseReport(
      build.exercise, checks: checks, evidence: findings.map(\.evidence), mistakes: mistakes)
    let words = findings.reduce(into: [:]) { $0.merge($1.words) { first, _ in first } }
    for (index, check) in report.checks.enumerated() where check.verdict != .pass {
      guard let more = words[check.check.id], let got = check.finding?.got else { continue }
      report.checks[index].finding?.got = "\(got): \(more)"
    }
    report.notes += containment.means.gaps
    return report
  }

  private var listing: Listing { Listing(folder: build.scratch, exercise: build.exercise) }
}
