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
    let lock = try CheckLock(of: course.package)
    defer { lock.release() }
    let kit = kitFingerprint
    let series = exercises.map { makeSeries($0, in: kit) }
    let store = OutcomeStore(package: course.package)
    let count = Count(of: series.map(\.files.variants.count).reduce(0, +))
    var results: [Result] = []
    for each in series { results.append(try check(each, store, count)) }
    return results
  }

  /// An exercise, with all that the outcomes of its variants depend on.
  private struct Series {
    var exercise: String
    var files: ExerciseFiles
    var mistakes: [Mistake]
    /// Of all that a compiled suite depends on, but the answer.
    var suite: Fingerprint
    /// Of all that outcomes depend on, but the variant: of the mistakes that are recognised, too.
    var grading: Fingerprint
  }

  private func makeSeries(_ exercise: String, in kit: Fingerprint) -> Series {
    let files = ExerciseFiles(exercise, in: course.package)
    let mistakes = files.variants.compactMap(\.mistake)
    var suite = kit
    suite.add(course.package.appending(path: "Tests/Exercises/\(exercise)Tests"))
    var grading = suite
    for mistake in mistakes { grading.add("\(mistake.name) \(mistake.fails.sorted())".utf8) }
    return Series(
      exercise: exercise, files: files, mistakes: mistakes, suite: suite, grading: grading)
  }

  /// Checks one exercise. One after the other, since all are built in one scratch folder, where
  /// the kit is built once.
  private func check(
    _ series: Series, _ store: OutcomeStore, _ count: Count
  ) throws(GradingError) -> Result {
    let jobs = series.files.variants.map { job($0, of: series, store) }
    let graded = try grade(jobs, of: series, store, count)
    let judgement = Judgement(
      zip(jobs, graded).map { job, outcomes in
        (job.variant, zip(passes.map(\.driver), outcomes).map { ($0, $1) })
      })
    return Result(
      exercise: series.exercise, faults: series.files.faults + judgement.faults,
      variants: jobs.count, known: jobs.count { $0.known != nil },
      checks: graded.map { $0.first?.checks.count ?? 0 }.max() ?? 0)
  }

  private struct Job {
    var variant: Variant
    /// Of all that its outcomes depend on.
    var fingerprint: Fingerprint
    /// What came out before, where nothing has changed since.
    var known: [VariantOutcome]?
  }

  private func job(_ variant: Variant, of series: Series, _ store: OutcomeStore) -> Job {
    var fingerprint = series.grading
    fingerprint.add(course.package.appending(path: variant.path))
    return Job(
      variant: variant, fingerprint: fingerprint,
      known: usesKnown ? store.outcomes(of: variant.path, fingerprint.text) : nil)
  }

  /// Grades all of it, `width` at a time; each worker takes the next job that is left.
  private func grade(
    _ jobs: [Job], of series: Series, _ store: OutcomeStore, _ count: Count
  ) throws(GradingError) -> [[VariantOutcome]] {
    let graders = (0..<max(1, min(width, jobs.count))).map { number in
      VariantGrader(package: course.package, number: number, options: options, stop: stop)
    }
    var base: QuickBuild?
    if jobs.contains(where: { $0.known == nil }) {
      progress?("Building \(series.exercise) …")
      let reference = jobs.map(\.variant).first { $0.kind == .reference }
      base = try graders[0].base(of: series.exercise, reference, in: series.suite)
      if base == nil { progress?("Each answer is built as a package, which takes longer.") }
    }
    let outcomes = Outcomes<Swift.Result<[VariantOutcome], GradingError>>(count: jobs.count)
    let line = Line(count: jobs.count)
    DispatchQueue.concurrentPerform(iterations: graders.count) { [base] worker in
      while let index = line.next() {
        let job = jobs[index]
        outcomes[index] = Swift.Result { () throws(GradingError) in
          if stop?.isGiven == true { throw .stopped }
          var graded = job.known ?? []
          if job.known == nil {
            graded = try graders[worker].grade(
              job.variant, of: series.exercise, from: base, known: series.mistakes, passes: passes)
            store.keep(graded, of: job.variant.path, job.fingerprint.text)
          }
          progress?("\(count.next()) \(series.exercise)  \(sentence(job, graded))")
          return graded
        }
      }
    }
    var graded: [[VariantOutcome]] = []
    for outcome in outcomes.all { graded.append(try outcome.get()) }
    return graded
  }

  /// Of all that every outcome depends on: the kit, the solutions that the pipeline consists of,
  /// the toolchain, and what it is told.
  private var kitFingerprint: Fingerprint {
    var fingerprint = Fingerprint()
    for place in ["Package.swift", "Sources"] {
      fingerprint.add(course.package.appending(path: place))
    }
    let solutions = course.package.appending(path: "Solutions")
    for name in Course.names(in: solutions) {
      fingerprint.add(solutions.appending(path: "\(name)/\(name).swift"))
    }
    fingerprint.add("\(Toolchain.version) \(Toolchain.platform) \(options)".utf8)
    return fingerprint
  }

  private func sentence(_ job: Job, _ outcomes: [VariantOutcome]) -> String {
    let failed = outcomes.first.map { $0.failed.sorted().joined(separator: ", ") } ?? ""
    let what =
      outcomes.first?.verdict == .didNotBuild
      ? "does not build" : failed.isEmpty ? "fails nothing" : "fails \(failed)"
    return "\(job.variant.name) \(what)\(job.known == nil ? "" : ", as before")"
  }

  /// Hands out the numbers of jobs, from any thread.
  private final class Line: @unchecked Sendable {
    // Sendable, since the number is read and changed under the lock only.
    private let lock = NSLock()
    private let count: Int
    private var taken = 0

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
  }

  /// Counts what is done, from any thread.
  private final class Count: @unchecked Sendable {
    // Sendable, since the number is read and changed under the lock only.
    private let lock = NSLock()
    private let all: Int
    private var done = 0

    init(of all: Int) {
      self.all = all
    }

    /// Counts one more and says how far it is: "[3/40]".
    func next() -> String {
      lock.withLock {
        done += 1
        return "[\(done)/\(all)]"
      }
    }
  }
}
