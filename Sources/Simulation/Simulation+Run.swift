import Synchronization

extension Simulation {
  /// Runs `body` and everything that it starts, and returns when the body has ended.
  ///
  /// Jobs that are ready when the body ends still run, without time moving on. What is left then
  /// is reported, told to stop by cancellation, and never run again. The runtime is restored in
  /// every case, whatever the body did.
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
      return refused(error)
    }
  }

  /// The lane of the body.
  private static var rootLane: String { "test" }

  private func enter() throws(SimulationError) -> any Driver {
    guard limit > 0 else { throw .invalidLimit(limit) }
    guard loop.state.withLock({ $0.phase == .created }) else { throw .alreadyUsed }
    let driver = try driver.resolve()
    try Port.claim(loop)
    guard withUnsafeCurrentTask(body: { $0 == nil }) else {
      Port.release()
      throw .startedInsideTask
    }
    do throws(SimulationError) {
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
    let outcome = Mutex<Result<Value, any Error>?>(nil)
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
    let rest = loop.drive(driver, hops, limit: limit, &patience)
    let failure = describe(rest, driver, patience)
    let leftovers = dissolve(driver, &patience)
    return report(
      failure.map { .failure($0) } ?? outcome.withLock { $0 } ?? .failure(CancellationError()),
      driver.name, leftovers)
  }

  private func describe(
    _ rest: JobLoop.Rest, _ driver: any Driver, _ patience: Patience
  ) -> SimulationError? {
    let instant = clock.now
    switch rest {
    case .bodyEnded:
      return nil
    case .spinning:
      return .livelock(Livelock(instant: instant, steps: limit))
    case .stuck:
      let waits = loop.parkedWaits
      let known = Set(waits.map(\.lane))
      return .deadlock(
        Deadlock(
          instant: instant, waits: waits, silent: lanes.unfinished.filter { !known.contains($0) },
          busyThreads: patience.stillBusy, mayBeRawSleep: driver.name == .hooks))
    }
  }

  /// Lets run what is ready, notes what is left, and tells it to stop.
  private func dissolve(_ driver: any Driver, _ patience: inout Patience) -> Leftovers {
    let limit = min(limit, 100_000)
    loop.enter(.settling)
    _ = loop.drive(driver, hops, limit: limit, &patience)
    var leftovers = Leftovers(
      waits: loop.waits, lanes: lanes.unfinished.filter { $0 != Self.rootLane })
    leftovers.jobs = loop.readyCount

    loop.enter(.dissolving)
    lanes.cancelAll()
    leftovers.rawSleeps = loop.dismissAll(driver, hops)
    _ = loop.drive(driver, hops, limit: limit, &patience)
    leftovers.jobs = max(leftovers.jobs, loop.end())
    return leftovers
  }

  private func refused<Value: Sendable>(_ error: SimulationError) -> SimulationRun<Value> {
    report(.failure(error), nil, Leftovers())
  }

  private func report<Value: Sendable>(
    _ outcome: Result<Value, any Error>, _ driver: DriverName?, _ leftovers: Leftovers
  ) -> SimulationRun<Value> {
    loop.state.withLock { state in
      SimulationRun(
        outcome: outcome, schedule: schedule, choices: state.chooser.choices, driver: driver,
        timeline: timeline, elapsed: state.now, steps: state.steps, leftovers: leftovers,
        foreignWork: ForeignWork(
          arrivals: state.foreignArrivals, stragglers: state.stragglers,
          rawSleeps: state.rawSleeps),
        remarks: state.allRemarks)
    }
  }
}
