public import Simulation
import Synchronization

/// Runs a scenario once to count its steps, and then once for each step with a mishap there.
///
/// Crash tests in one line: the app ends before, in the middle of and after every single step,
/// unflushed bytes are lost in each way that is asked for, and what the next launch finds is
/// checked each time. Failures are values, with the trail of steps that led to them.
///
/// ```swift
/// let report = DiskTrials().run { disk, trial in
///   try await store("picture", on: disk)
///   trial.note("stored")
/// } after: { disk, trial in
///   let found = try await load(disk)
///   return found == nil && trial.hasNoted("stored") ? ["The picture is lost."] : []
/// }
/// XCTAssertTrue(report.isSound, "\(report)")
/// ```
public struct DiskTrials: Sendable {
  /// One run: on the disk that is given, and with the trial to note things in.
  public typealias Part = @Sendable (SimulatedDisk, DiskTrial) async throws -> Void
  /// What is checked on the disk of the next launch: sentences about what is wrong.
  public typealias Check = @Sendable (SimulatedDisk, DiskTrial) async throws -> [String]

  /// The order of jobs.
  public var schedule: Schedule
  /// Whether hops to free actors are scheduling points.
  public var hops: ActorHops
  /// What happens at each step; each kind is tried in runs of its own.
  public var mishaps: [DiskMishap.Kind]
  /// What becomes of unflushed bytes when the app ends; each is tried in runs of its own.
  public var survivals: [DiskSurvival]
  /// Makes the disk of each run.
  public var makeDisk: @Sendable (Simulation) -> SimulatedDisk

  /// Trials of the given kinds; by default the end of the app at each step, in order.
  public init(
    schedule: Schedule = .inOrder, hops: ActorHops = .inline,
    mishaps: [DiskMishap.Kind] = DiskMishap.Kind.ends,
    survivals: [DiskSurvival] = [.nothing, .half, .everything],
    makeDisk: @escaping @Sendable (Simulation) -> SimulatedDisk = { SimulatedDisk($0) }
  ) {
    self.schedule = schedule
    self.hops = hops
    self.mishaps = mishaps
    self.survivals = survivals
    self.makeDisk = makeDisk
  }

  /// Runs the scenario once without a mishap and, if all is well then, with each.
  ///
  /// To be called from a synchronous test method: each run is a simulation of its own.
  ///
  /// - Parameters:
  ///   - before: Prepares the disk, in an earlier launch that ends well and loses nothing. Its
  ///     steps do not count.
  ///   - scenario: What is done. Errors that it throws are complaints, unless the app has ended.
  ///   - after: What is checked in the next launch. Errors are complaints.
  /// - Returns: What was wrong, and after which runs.
  public func run(
    before: @escaping Part = { _, _ in }, _ scenario: @escaping Part,
    after: @escaping Check
  ) -> DiskTrialReport {
    let program = Program(before: before, scenario: scenario, after: after)
    let plain = attempt(program, nil, .everything)
    var failures = [plain.failure].compactMap { $0 }
    var count = 1
    guard failures.isEmpty else {
      return DiskTrialReport(steps: plain.steps, trialCount: count, failures: failures)
    }
    for step in plain.steps {
      for kind in mishaps where kind != .endDuring || step.operation.hasMiddle {
        let mishap = DiskMishap(kind, atStep: step.number)
        for survival in survivals {
          count += 1
          if let failure = attempt(program, mishap, survival).failure { failures.append(failure) }
        }
      }
    }
    return DiskTrialReport(steps: plain.steps, trialCount: count, failures: failures)
  }

  private struct Program: Sendable {
    let before: Part
    let scenario: Part
    let after: Check
  }

  private func attempt(
    _ program: Program, _ mishap: DiskMishap?, _ survival: DiskSurvival
  ) -> (steps: [DiskStep], failure: DiskTrialFailure?) {
    let simulation = Simulation(schedule: schedule, hops: hops)
    let trial = DiskTrial(simulation, mishap, survival)
    let steps = Mutex<[DiskStep]>([])
    let run = simulation.run { [makeDisk] in
      var complaints: [String] = []
      let first = makeDisk(simulation)
      try await program.before(first, trial)
      let disk = first.relaunched(.everything)
      if let mishap { disk.plan(mishap) }
      do {
        try await program.scenario(disk, trial)
      } catch {
        if !disk.hasEnded { complaints.append("The scenario threw: \(error)") }
      }
      let taken = disk.steps
      steps.withLock { $0 = taken }
      return try await complaints + program.after(disk.relaunched(survival), trial)
    }
    let taken = steps.withLock { $0 }
    let complaints: [String]
    do { complaints = try run.get() } catch { complaints = ["\(error)"] }
    guard !complaints.isEmpty else { return (taken, nil) }
    return (
      taken,
      DiskTrialFailure(
        mishap: mishap, survival: survival, schedule: "\(schedule)", steps: taken,
        notes: trial.notes, complaints: complaints)
    )
  }
}
