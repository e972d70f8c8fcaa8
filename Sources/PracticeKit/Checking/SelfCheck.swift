import Foundation
import Grading

/// Proves that the suites of a course are right: each right answer that is kept passes, each wrong
/// one fails the checks that it declares, and nothing is missing.
struct SelfCheck: Sendable {
  /// What came out of it for one exercise.
  struct Result: Codable, Hashable, Sendable {
    var exercise: String
    var faults: [Fault]
    /// How many variants were graded, those among them whose outcome was known, and their checks.
    var variants: Int
    var known: Int
    var checks: Int
  }

  let course: Course
  /// The first of the fresh seeds.
  let seed: UInt64
  /// How many variants are graded side by side.
  var width: Int = ProcessInfo.processInfo.activeProcessorCount
  /// What else SwiftPM is told.
  var options: [String] = []
  /// Whether outcomes of earlier checks count.
  var usesKnown = true
  var stop: StopSignal?
  /// Told a sentence whenever something has been done; from any thread.
  var progress: (@Sendable (String) -> Void)?

  /// Under which drivers and schedules each variant is graded: the usual ones, and fresh ones.
  var passes: [VariantGrader.Pass] {
    #if os(Linux)
      let usual = "factory"
    #else
      let usual = "hooks"
    #endif
    return [
      VariantGrader.Pass(driver: usual, plan: SchedulePlan(countsFailures: true)),
      VariantGrader.Pass(
        driver: "hooks", plan: SchedulePlan(firstSeed: seed, countsFailures: true)),
    ]
  }

  /// Checks exercises. Blocks the calling thread.
  ///
  /// - Throws: ``GradingError`` where something is wrong with the machine, and not with an
  ///   exercise.
  func run(_ exercises: [String]) throws(GradingError) -> [Result] {
    let files = exercises.map { ExerciseFiles($0, in: course.package) }
    let kit = kitFingerprint
    let work = zip(exercises, files).flatMap { exercise, files in
      let mistakes = files.variants.compactMap(\.mistake)
      let suite = fingerprint(of: exercise, mistakes, in: kit)
      return files.variants.map {
        Job(exercise: exercise, variant: $0, mistakes: mistakes, suite: suite)
      }
    }
    let graded = try grade(work)
    return zip(exercises, files).map { exercise, files in
      let mine = zip(work, graded).filter { $0.0.exercise == exercise }
      let judgement = Judgement(
        mine.map { job, grade in
          (job.variant, zip(passes.map(\.driver), grade.outcomes).map { ($0, $1) })
        })
      return Result(
        exercise: exercise, faults: files.faults + judgement.faults, variants: mine.count,
        known: mine.count { $0.1.isKnown },
        checks: mine.map { $0.1.outcomes.first?.checks.count ?? 0 }.max() ?? 0)
    }
  }

  private struct Job {
    var exercise: String
    var variant: Variant
    var mistakes: [Mistake]
    /// Of all that the outcomes of the exercise's variants depend on, but the variant.
    var suite: Fingerprint
  }

  private struct Grade: Sendable {
    var outcomes: [VariantOutcome]
    var isKnown: Bool
  }

  /// Grades all of it, `width` at a time; each worker takes the next job that is left.
  private func grade(_ jobs: [Job]) throws(GradingError) -> [Grade] {
    let outcomes = Outcomes<Swift.Result<Grade, GradingError>>(count: jobs.count)
    let store = OutcomeStore(package: course.package)
    let line = Line(count: jobs.count)
    DispatchQueue.concurrentPerform(iterations: max(1, min(width, jobs.count))) { worker in
      let grader = VariantGrader(
        package: course.package, number: worker, options: options, stop: stop)
      while let index = line.next() {
        outcomes[index] = Swift.Result { () throws(GradingError) in
          let grade = try grade(jobs[index], by: grader, store)
          progress?(sentence(line.finished(), of: jobs.count, jobs[index], grade))
          return grade
        }
      }
    }
    var grades: [Grade] = []
    for outcome in outcomes.all { grades.append(try outcome.get()) }
    return grades
  }

  private func grade(
    _ job: Job, by grader: VariantGrader, _ store: OutcomeStore
  ) throws(GradingError) -> Grade {
    if stop?.isGiven == true { throw .stopped }
    var fingerprint = job.suite
    fingerprint.add(course.package.appending(path: job.variant.path))
    if usesKnown, let known = store.outcomes(of: job.variant.path, fingerprint.text) {
      return Grade(outcomes: known, isKnown: true)
    }
    let outcomes = try grader.grade(
      job.variant, of: job.exercise, known: job.mistakes, passes: passes)
    store.keep(outcomes, of: job.variant.path, fingerprint.text)
    return Grade(outcomes: outcomes, isKnown: false)
  }

  private func fingerprint(
    of exercise: String, _ mistakes: [Mistake], in kit: Fingerprint
  ) -> Fingerprint {
    var fingerprint = kit
    fingerprint.add(course.package.appending(path: "Tests/Exercises/\(exercise)Tests"))
    for mistake in mistakes { fingerprint.add("\(mistake.name) \(mistake.fails.sorted())".utf8) }
    return fingerprint
  }

  /// Of all that every outcome depends on.
  private var kitFingerprint: Fingerprint {
    var fingerprint = Fingerprint()
    for place in ["Package.swift", "Sources"] {
      fingerprint.add(course.package.appending(path: place))
    }
    fingerprint.add("\(Toolchain.version) \(Toolchain.platform)".utf8)
    return fingerprint
  }

  private func sentence(_ done: Int, of count: Int, _ job: Job, _ grade: Grade) -> String {
    let failed = grade.outcomes.first.map { $0.failed.sorted().joined(separator: ", ") } ?? ""
    let what =
      grade.outcomes.first?.verdict == .didNotBuild
      ? "does not build" : failed.isEmpty ? "fails nothing" : "fails \(failed)"
    let known = grade.isKnown ? ", as before" : ""
    return "[\(done)/\(count)] \(job.exercise)  \(job.variant.name) \(what)\(known)"
  }

  /// Hands out the numbers of jobs, and counts those that are done.
  private final class Line: @unchecked Sendable {
    // Sendable, since both numbers are read and changed under the lock only.
    private let lock = NSLock()
    private let count: Int
    private var taken = 0
    private var done = 0

    init(count: Int) {
      self.count = count
    }

    func next() -> Int? {
      lock.withLock {
        guard taken < count else { return nil }
        defer { taken += 1 }
        return taken
      }
    }

    func finished() -> Int {
      lock.withLock {
        done += 1
        return done
      }
    }
  }
}
