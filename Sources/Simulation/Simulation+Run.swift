extension Simulation {
  /// Runs `body` and everything that it starts, and returns when the body has ended.
  ///
  /// Jobs that are ready when the body ends still run, without time moving on; then the report is
  /// taken. What is left is cancelled, so that it can end, and dropped where it does not. A task
  /// that waits for something which the simulation does not know, and gets it later, goes on in
  /// the real runtime.
  ///
  /// The runtime is restored in every case, whatever the body did.
  ///
  /// - Parameter body: The program to run, as the root of the task tree, in the lane "test".
  /// - Returns: The outcome and all observations. Failures are values: nothing is thrown here.
  public func run<Value: Sendable>(
    _ body: @escaping @Sendable @isolated(any) () async throws -> Value
  ) -> SimulationRun<Value> {
    do throws(SimulationError) {
      let driver = try enter()
      defer { leave(driver) }
      return drive(driver, body)
    } catch {
      return SimulationRun(
        outcome: .failure(error), failure: error, schedule: schedule, driver: nil,
        leftovers: Leftovers(), observed: observe())
    }
  }

  /// The lane of the body.
  private static var rootLane: String { "test" }

  private func enter() throws(SimulationError) -> any Driver {
    guard limits.stepsPerInstant > 0 else { throw .invalidLimit(limits.stepsPerInstant) }
    let driver = try driver.resolve()
    try Port.claim(loop)
    do throws(SimulationError) {
      guard loop.state.withLock({ $0.phase == .created }) else { throw .alreadyUsed }
      guard withUnsafeCurrentTask(body: { $0 == nil }) else { throw .startedInsideTask }
      try driver.install()
    } catch {
      Port.release()
      throw error
    }
    return driver
  }

  private func leave(_ driver: any Driver) {
    driver.uninstall()
    Port.release()
  }

  private func drive<Value: Sendable>(
    _ driver: any Driver, _ body: @escaping @Sendable @isolated(any) () async throws -> Value
  ) -> SimulationRun<Value> {
    loop.begin(preference: driver.preference(for: hops))
    let outcome = Guarded<Result<Value, any Error>?>(nil)
    start(Self.rootLane) { [loop] in
      do {
        let value = try await body()
        outcome.withLock { $0 = .success(value) }
      } catch {
        outcome.withLock { $0 = .failure(error) }
      }
      loop.endBody()
    }
    var patience = Patience(grace: grace)
    let rest = loop.drive(driver, hops, limits, &patience)
    let failure = describe(rest, driver)
    var leftovers = settle(driver, &patience)
    // What happens from here on is the end of what was left, and no part of the run.
    let observed = observe()
    leftovers.rawSleeps = dissolve(driver, &patience)
    return SimulationRun(
      // Without a failure the body has ended, and has left its outcome.
      outcome: failure.map { .failure($0) } ?? outcome.withLock { $0 }
        ?? .failure(CancellationError()),
      failure: failure, schedule: schedule, driver: driver.name, leftovers: leftovers,
      observed: observed)
  }

  private func describe(_ rest: JobLoop.Rest, _ driver: any Driver) -> SimulationError? {
    let instant = clock.now
    switch rest {
    case .bodyEnded:
      return nil
    case .livelocked:
      return .livelock(Livelock(instant: instant, steps: limits.stepsPerInstant))
    case .overrun:
      return .overrun(instant)
    case .deadlocked:
      let waits = loop.waitsWithoutTimer
      let known = Set(waits.compactMap(\.laneNumber))
      return .deadlock(
        Deadlock(
          instant: instant, waits: waits,
          silent: lanes.unfinished.filter { !known.contains($0.number) }.map(\.name),
          busyThreads: ForeignThreads.busy?.map(\.name) ?? [],
          otherThreads: ForeignThreads.count ?? 0, mayBeRawSleep: driver.name == .hooks))
    }
  }

  /// Lets run what is ready, and notes what is left.
  private func settle(_ driver: any Driver, _ patience: inout Patience) -> Leftovers {
    loop.enter(.settling)
    _ = loop.drive(driver, hops, limits, &patience)
    return Leftovers(
      waits: loop.waits, lanes: lanes.unfinished.map(\.name).filter { $0 != Self.rootLane },
      jobs: loop.readyCount)
  }

  /// Cancels what is left, gives it the chance to end, and drops what does not.
  ///
  /// - Returns: How many raw sleeps would still have woken someone.
  private func dissolve(_ driver: any Driver, _ patience: inout Patience) -> Int {
    loop.enter(.dissolving)
    let liveSleeps = loop.endRawSleeps(driver, hops)
    lanes.cancelAll()
    loop.dismissWaiters()
    let limits = JobLoop.Limits(stepsPerInstant: min(limits.stepsPerInstant, 100_000))
    _ = loop.drive(driver, hops, limits, &patience)
    loop.enter(.counting)
    Task {}
    _ = loop.drive(driver, hops, limits, &patience)
    loop.end()
    return liveSleeps
  }

  private func observe() -> Observations {
    loop.state.withLock { state in
      Observations(
        timeline: timeline, choices: state.chooser.choices, elapsed: state.now,
        steps: state.steps,
        foreignWork: ForeignWork(
          arrivals: state.foreignArrivals, stragglers: state.stragglers,
          rawSleeps: state.rawSleeps),
        remarks: state.allRemarks)
    }
  }
}
