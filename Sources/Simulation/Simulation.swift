/// Runs Swift concurrency on one thread, in a chosen order and in virtual time.
///
/// All tasks, groups, actors, main-actor work, yields and timers of the process go through the
/// simulation while it runs; the ``Schedule`` picks which ready job is next. The same schedule
/// gives the same run.
///
/// ```swift
/// func testTwoCallersShareALoad() throws {
///   let simulation = Simulation(schedule: .shuffled(41))
///   let gate = simulation.gate("load")
///   let run = simulation.run {
///     let loader = Loader { key in
///       try await gate.pass()
///       return "picture of \(key)"
///     }
///     async let first = loader.image(for: "/p/7")
///     async let second = loader.image(for: "/p/7")
///     try await simulation.untilQuiet()
///     let loads = gate.waiting
///     gate.open()
///     _ = try await (first, second)
///     return loads
///   }
///   XCTAssertEqual(try run.get(), 1)
/// }
/// ```
///
/// A simulation is good for one run, from a synchronous function and on that function's thread.
/// There is one at a time in a process. Everything in it may be used from any task of the run.
///
/// One thread runs it all, so code that never suspends keeps everyone else from running. That is
/// also so for a loop that asks a free actor again and again: with ``ActorHops/inline`` no hop to
/// it suspends. No limit of the simulation ends such a loop, but a deadline of the process can.
public final class Simulation: Sendable {
  /// The virtual clock, to be given to the code under test.
  public let clock: SimulatedClock

  let schedule: Schedule
  let hops: ActorHops
  let driver: DriverChoice
  let limits: JobLoop.Limits
  let grace: Duration
  let loop: JobLoop
  let lanes = LaneBook()
  let recorder = TimelineRecorder()

  /// Prepares a run.
  ///
  /// - Parameters:
  ///   - schedule: How the next job is picked.
  ///   - hops: Whether hops to free actors are scheduling points.
  ///   - driver: The driver to use. By default the one that `FOLLOW_UPS_DRIVER` names, else the
  ///     best that this build has.
  ///   - maximumStepsPerInstant: How many jobs may run without time moving on before the run
  ///     ends as a ``Livelock``; also how many may still run when the body has ended.
  ///   - maximumElapsed: How much virtual time may pass before the run ends as an
  ///     ``SimulationError/overrun(_:)``; any by default. It ends a loop that sleeps and looks
  ///     for ever, which is no livelock.
  ///   - recordsChoices: Whether the picks are kept, at one number for each pick.
  ///   - grace: How long, in real time, an idle simulation waits for work that real threads may
  ///     bring back, where there are such threads.
  public convenience init(
    schedule: Schedule = .inOrder, hops: ActorHops = .inline, driver: DriverName? = nil,
    maximumStepsPerInstant: Int = 1_000_000, maximumElapsed: Duration? = nil,
    recordsChoices: Bool = false, grace: Duration = .milliseconds(50)
  ) {
    self.init(
      schedule: schedule, hops: hops, choice: driver.map(DriverChoice.named) ?? .automatic,
      limits: .init(stepsPerInstant: maximumStepsPerInstant, elapsed: maximumElapsed),
      recordsChoices: recordsChoices, grace: grace)
  }

  init(
    schedule: Schedule = .inOrder, hops: ActorHops = .inline, choice: DriverChoice,
    limits: JobLoop.Limits = .init(stepsPerInstant: 1_000_000), recordsChoices: Bool = false,
    grace: Duration = .milliseconds(50)
  ) {
    self.schedule = schedule
    self.hops = hops
    self.driver = choice
    self.limits = limits
    self.grace = grace
    loop = JobLoop(schedule: schedule, recordsChoices: recordsChoices)
    clock = SimulatedClock(loop)
  }

  /// Makes a gate for this simulation, closed unless said otherwise.
  ///
  /// - Parameters:
  ///   - name: How reports call it.
  ///   - isOpen: Whether callers pass without waiting at first.
  /// - Returns: The gate.
  public func gate(_ name: String, isOpen: Bool = false) -> Gate {
    Gate(name, isOpen: isOpen, loop: loop)
  }

  /// Starts a task with a lane of its own, which reports call by its name.
  ///
  /// - Parameters:
  ///   - lane: How timelines and reports call the task. Need not be unique.
  ///   - operation: What the task does, on the actor that it is isolated to, if any.
  /// - Returns: The task, to await or cancel. It is cancelled at the end of the run. Outside a run
  ///   it does nothing but throw ``SimulationError/notRunning``.
  @discardableResult
  public func start<Value: Sendable>(
    _ lane: String,
    operation: @escaping @Sendable @isolated(any) () async throws -> Value
  ) -> Task<Value, any Error> {
    let number = lanes.begin(lane)
    let task = Task(executorPreference: loop.preference) { [lanes, loop] in
      defer { lanes.end(number) }
      try loop.checkRunning()
      return try await Lane.$tag.withValue(Lane(name: lane, number: number)) {
        try await operation()
      }
    }
    lanes.setCancellation(of: number) { task.cancel() }
    return task
  }

  /// Suspends until nothing else can run at the present instant.
  ///
  /// What is done after it comes later than all that was going on, under every schedule, and
  /// still before any timer. Work on real threads is not waited for.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled;
  ///   ``SimulationError/notRunning`` outside a run.
  public func untilQuiet() async throws {
    try Task.checkCancellation()
    try loop.checkRunning()
    let suspension = Suspension(loop.makeWait("for quiet"))
    let place = loop.joinQuiet(suspension)
    try await suspension.suspend { [loop] in
      _ = loop.state.withLock { $0.quiet.remove(place) }
    }
  }

  /// Puts an event on the timeline, at the present instant.
  ///
  /// - Parameters:
  ///   - what: What happened, in a few words.
  ///   - lane: Where; by default the lane of the calling task, or "a task" where it has none.
  public func record(_ what: String, on lane: String? = nil) {
    recorder.add(.happens, what, on: lane, at: clock.now)
  }

  /// Puts the beginning of a span on the timeline; ``recordEnd(_:on:)`` with the same words and
  /// lane ends it.
  public func recordBegin(_ what: String, on lane: String? = nil) {
    recorder.add(.begins, what, on: lane, at: clock.now)
  }

  /// Puts the end of a span on the timeline.
  public func recordEnd(_ what: String, on lane: String? = nil) {
    recorder.add(.ends, what, on: lane, at: clock.now)
  }

  /// All events so far.
  public var timeline: Timeline { recorder.timeline }
}
