extension DriverReport {
  /// Tries every construct under a driver. Takes up to a tenth of a second of real time.
  ///
  /// - Parameter driver: The driver to try; by default the one that a run would use.
  /// - Returns: What the driver controls.
  /// - Throws: The ``SimulationError`` for which a run would not start.
  public static func probe(_ driver: DriverName? = nil) throws -> DriverReport {
    // The first run also finds out whether there is such a driver.
    let first = Simulation(driver: driver).run {}
    try first.get()
    guard let name = first.driver else { throw SimulationError.notRunning }
    let controlled = Construct.allCases.filter { $0.isControlled(by: name) }
    return DriverReport(driver: name, controlled: Set(controlled))
  }
}

extension DriverReport.Construct {
  fileprivate func isControlled(by driver: DriverName) -> Bool {
    let simulation = Simulation(driver: driver)
    switch self {
    case .tasks:
      return simulation.run { await Self.tryTasks() }.isAllOurs
    case .yields:
      return simulation.run { for _ in 0..<8 { await Task.yield() } }.isAllOurs
    case .yieldsInActors:
      return simulation.run { await Resident().stay(times: 8) }.isAllOurs
    case .yieldsInActorsOfOtherTasks:
      return simulation.run { await Task { await Resident().stay(times: 8) }.value }.isAllOurs
    case .mainActor:
      let home = ThreadIdentity.current
      let run = simulation.run { await Self.mainActorIsOn(home) }
      return run.isAllOurs && (try? run.get()) == true && run.steps > 2
    case .sleeps:
      let run = simulation.run { try await Task.sleep(for: .milliseconds(2)) }
      return run.isAllOurs && run.elapsed == .milliseconds(2)
    case .inlineHops:
      let run = simulation.run {
        let resident = Resident()
        var visits = 0
        for _ in 0..<8 { visits += await resident.visit() }
        return visits
      }
      return run.isAllOurs && run.steps == 1
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
  /// Whether the run came to its end and no job of it ran or came from elsewhere.
  fileprivate var isAllOurs: Bool {
    if case .failure = outcome { return false }
    return foreignWork.isNone
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
