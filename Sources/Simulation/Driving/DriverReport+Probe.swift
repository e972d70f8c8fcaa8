extension DriverReport {
  /// Tries every construct under a driver, several times, since what escapes may come back in
  /// order by luck. Takes up to half a second of real time; not from within a run or a task.
  ///
  /// - Parameter driver: The driver to try; by default the one that a run would use.
  /// - Returns: What the driver controls.
  /// - Throws: The ``SimulationError`` for which a run would not start.
  public static func probe(_ driver: DriverName? = nil) throws -> DriverReport {
    let choice = driver.map(DriverChoice.named) ?? .automatic
    let made = try choice.resolve()
    try Simulation(choice: choice).run {}.get()
    let controlled = Construct.allCases.filter { construct in
      !made.knownEscapes.contains(construct)
        && (0..<10).allSatisfy { _ in construct.isControlled(by: choice) }
    }
    return DriverReport(driver: made.name, controlled: Set(controlled))
  }
}

extension DriverReport.Construct {
  fileprivate func isControlled(by driver: DriverChoice) -> Bool {
    let simulation = Simulation(choice: driver)
    switch self {
    case .tasks:
      return simulation.run { await Self.tryTasks() }.isAllOurs(steps: 5)
    case .yields:
      return simulation.run { for _ in 0..<8 { await Task.yield() } }.isAllOurs(steps: 8)
    case .yieldsInActors:
      return simulation.run { await Resident().stay(times: 8) }.isAllOurs(steps: 8)
    case .yieldsInActorsOfOtherTasks:
      return simulation.run { await Task { await Resident().stay(times: 8) }.value }
        .isAllOurs(steps: 8)
    case .mainActor:
      let home = ThreadIdentity.current
      let run = simulation.run { await Self.mainActorIsOn(home) }
      return run.isAllOurs(steps: 3) && (try? run.get()) == true
    case .sleeps:
      let run = simulation.run { try await Task.sleep(for: .milliseconds(100)) }
      return run.isAllOurs(steps: 2) && run.elapsed == .milliseconds(100)
    case .inlineHops:
      let run = simulation.run {
        let resident = Resident()
        var visits = 0
        for _ in 0..<8 { visits += await resident.visit() }
        return visits
      }
      return run.isAllOurs(steps: 1) && run.steps == 1
    }
  }

  private static func tryTasks() async {
    async let first: Void = Task.yield()
    await Task {}.value
    await Task.detached {}.value
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 { group.addTask {} }
    }
    await first
  }

  @MainActor private static func mainActorIsOn(_ home: ThreadIdentity) -> Bool {
    ThreadIdentity.current == home
  }
}

extension SimulationRun {
  /// Whether the run came to its end, and so many jobs at least went through the loop and none
  /// came from elsewhere.
  fileprivate func isAllOurs(steps least: Int) -> Bool {
    if case .failure = outcome { return false }
    return foreignWork.isNone && steps >= least
  }
}

/// Something to hop to. What it returns keeps the optimiser from removing the hops.
private actor Resident {
  private var visits = 0

  func visit() -> Int {
    visits += 1
    return visits
  }

  func stay(times: Int) async -> Int {
    for _ in 0..<times {
      visits += 1
      await Task.yield()
    }
    return visits
  }
}
