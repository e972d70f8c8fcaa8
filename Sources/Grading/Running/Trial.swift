import Simulation

/// Runs one check under one schedule after the other, until it fails.
///
/// It knows no test framework: what went wrong is a value.
public struct Trial: Sendable {
  /// What came out of it.
  public struct Result: Sendable {
    /// Why the check failed; nil where it passed.
    public var finding: Finding?
    /// The line of the suite that was not met, where it was one.
    public var place: SourcePlace?
    /// Under how many schedules it ran, those not counted by which a finding was made shorter.
    public var runs: Int = 0
    /// Under how many shuffled schedules it ran and failed, where the plan counts them.
    public var count: FailureCount?
  }

  /// What a check does in its world.
  public typealias Body = @Sendable (World) async throws -> Void

  let check: Check
  let lesson: Lesson
  let plan: SchedulePlan
  let permissions: Permissions
  let limit: Duration

  /// A trial.
  ///
  /// - Parameters:
  ///   - check: The promise.
  ///   - lesson: What it teaches where it is broken.
  ///   - plan: The schedules to try.
  ///   - permissions: What is no finding here.
  ///   - limit: How much virtual time a run may take.
  public init(
    _ check: Check, _ lesson: Lesson, plan: SchedulePlan = SchedulePlan(),
    permitting permissions: Permissions = [], limit: Duration = .seconds(600)
  ) {
    self.check = check
    self.lesson = lesson
    self.plan = plan
    self.permissions = permissions
    self.limit = limit
  }

  /// Runs the check, from a synchronous function that is not inside a task.
  ///
  /// The first schedule under which it fails is the last one, unless the plan counts failures.
  /// Where that one is shuffled, and the run is short, the finding is of the same failure under
  /// the shortest list of picks that was found; its seed still leads there.
  ///
  /// - Parameter body: What the check does in each world.
  /// - Returns: The first finding, or none.
  public func run(_ body: @escaping Body) -> Result {
    var result = Result()
    var count = FailureCount()
    for schedule in plan.schedules {
      result.runs += 1
      if schedule != .inOrder { count.tried += 1 }
      let attempt = attempt(schedule, hops: SchedulePlan.hops(under: schedule), body)
      guard let failure = attempt.failure else { continue }
      if result.finding == nil {
        let shown = shortened(attempt, failure, schedule, body)
        result.finding = shown.finding
        result.place = shown.place
      }
      guard plan.countsFailures, schedule != .inOrder else { break }
      count.failed += 1
    }
    if count.failed > 0 { result.count = count }
    return result
  }

  /// Runs a check that needs no simulation, once.
  ///
  /// - Parameter body: What the check does, on the calling thread.
  /// - Returns: Its finding, or none.
  public func runOnce(_ body: (Desk) throws -> Void) -> Result {
    let desk = Desk()
    var thrown: (any Error)?
    do { try body(desk) } catch { thrown = error }
    let judge = Judge(check: check, lesson: lesson, permissions: permissions, limit: limit)
    let failure = judge.failure(unmet: desk.firstUnmet.expectation, thrown: thrown)
    return Result(finding: failure?.finding, place: failure?.place, runs: 1)
  }

  private func attempt(
    _ schedule: Schedule, hops: ActorHops, recordsChoices: Bool = false, _ body: @escaping Body
  ) -> Attempt {
    let simulation = Simulation(
      schedule: schedule, hops: hops, maximumElapsed: limit, recordsChoices: recordsChoices)
    let world = World(simulation)
    let run = simulation.run { try await body(world) }
    let judge = Judge(check: check, lesson: lesson, permissions: permissions, limit: limit)
    var failure = judge.failure(unmet: world.firstUnmet.expectation, run)
    if case .shuffled(let seed) = schedule { failure?.finding.seed = seed }
    return Attempt(failure: failure, choices: run.choices, steps: run.steps)
  }

  /// The failure again, in as few steps out of order as could be found.
  private func shortened(
    _ first: Attempt, _ failure: Judge.Failure, _ schedule: Schedule, _ body: @escaping Body
  ) -> Judge.Failure {
    // The number of attempts follows from the steps and not from the time that they take, so that
    // the same seed gives the same report.
    let attempts = min(100, 100_000 / max(first.steps, 1))
    guard plan.shortens, case .shuffled(let seed) = schedule, failure.isRepeatable, attempts > 0
    else {
      return failure
    }
    let hops = SchedulePlan.hops(under: schedule)
    let recorded = attempt(schedule, hops: hops, recordsChoices: true, body)
    guard let choices = recorded.choices, recorded.failure?.isLike(failure) == true else {
      return failure
    }
    var best = failure
    best.finding.choices = choices
    _ = ScheduleShrinker.shrink(choices, attempts: attempts) { candidate in
      let shorter = attempt(.replay(candidate), hops: hops, body).failure
      guard let shorter, shorter.isLike(failure) else { return false }
      best = shorter
      best.finding.seed = seed
      best.finding.choices = candidate
      return true
    }
    return best
  }

  private struct Attempt {
    var failure: Judge.Failure?
    var choices: [Int]?
    var steps: Int
  }
}
