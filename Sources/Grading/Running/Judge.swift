import Simulation

/// Turns what a run was observed to do into a finding, or into none.
struct Judge {
  /// Why a check failed, and where.
  struct Failure {
    var finding: Finding
    var place: SourcePlace?

    /// Whether the same schedule leads there again, and soon.
    var isRepeatable: Bool {
      switch finding.kind {
      case .expectation, .error, .deadlock, .leftovers: true
      default: false
      }
    }

    /// Whether both tell the same, though perhaps by other figures.
    func isLike(_ other: Failure) -> Bool {
      finding.kind == other.finding.kind && finding.expected == other.finding.expected
    }
  }

  let check: Check
  let lesson: Lesson
  let permissions: Permissions
  let limit: Duration

  /// The failure of a run without a simulation.
  func failure(
    unmet: UnmetExpectation?, thrown: (any Error)?, _ timeline: Timeline = Timeline()
  ) -> Failure? {
    if let unmet {
      let mark = unmet.near.flatMap { words in
        timeline.events.lastIndex { $0.what.contains(words) || $0.lane.contains(words) }
      }
      let finding = Finding(
        .expectation, expected: unmet.expected, got: unmet.got, unmet.lesson ?? lesson,
        timeline: TimelineExcerpt(timeline, around: mark))
      return Failure(finding: finding, place: unmet.place)
    }
    guard let thrown else { return nil }
    return failure(.error, got: "an error: \(described(thrown))", lesson, timeline)
  }

  /// The failure of a run.
  ///
  /// What was done outside the simulation comes first: it makes all that follows untrue, since the
  /// suite did not wait for it. Then what the suite expected, how the run ended, and what it left
  /// behind.
  func failure(unmet: UnmetExpectation?, _ run: SimulationRun<Void>) -> Failure? {
    if let outside = outside(run) { return outside }
    if unmet == nil, let error = run.failure { return failure(error, run) }
    var thrown: (any Error)?
    if run.failure == nil, case .failure(let error) = run.outcome { thrown = error }
    return failure(unmet: unmet, thrown: thrown, run.timeline) ?? afterwards(run)
  }

  private func failure(
    _ kind: Finding.Kind, expected: String? = nil, got: String, _ lesson: Lesson,
    _ timeline: Timeline
  ) -> Failure {
    Failure(
      finding: Finding(
        kind, expected: expected ?? check.promise, got: got, lesson,
        timeline: TimelineExcerpt(timeline)))
  }

  private func failure(_ error: SimulationError, _ run: SimulationRun<Void>) -> Failure {
    switch error {
    case .deadlock(let deadlock):
      return failure(.deadlock, got: deadlock.told, .deadlock, run.timeline)
    case .livelock(let livelock):
      let got =
        "\(livelock.steps / 1_000) thousand steps at \(livelock.instant), and time does not move on"
      return failure(.livelock, got: got, .livelock, run.timeline)
    case .overrun:
      let got = "\(limit) pass, and somebody still sleeps and looks again"
      return failure(.overrun, got: got, .overrun, run.timeline)
    case .unknownDriver, .driverUnavailable, .alreadyRunning, .startedInsideTask, .alreadyUsed,
      .invalidLimit, .notRunning:
      return failure(.kit, got: error.description, .kit, run.timeline)
    }
  }

  /// What the answer did in real time or on real threads.
  private func outside(_ run: SimulationRun<Void>) -> Failure? {
    let rawSleeps = run.foreignWork.rawSleeps + run.leftovers.rawSleeps
    if rawSleeps > 0, !permissions.contains(.rawSleep) {
      return failure(
        .rawSleep,
        expected: "whoever waits, waits for the thing itself, or on the clock that was given",
        got: rawSleeps == 1 ? "a raw Task.sleep" : "\(rawSleeps) raw Task.sleeps", .rawSleep,
        run.timeline)
    }
    // The hooks driver itself sends some yields through threads that it does not own.
    if run.foreignWork.arrivals > 0, run.driver != .hooks, !permissions.contains(.foreignWork) {
      return failure(
        .foreignWork, expected: "the work stays in tasks and actors",
        got: "\(run.foreignWork.arrivals) time(s) a thread of its own came back with work",
        .foreignWork, run.timeline)
    }
    return nil
  }

  /// What the answer left behind.
  private func afterwards(_ run: SimulationRun<Void>) -> Failure? {
    guard !run.leftovers.isEmpty, !permissions.contains(.leftovers) else { return nil }
    return failure(
      .leftovers, expected: "when everyone has an answer, nothing goes on and nobody waits",
      got: run.leftovers.told, .leftovers, run.timeline)
  }

  private func described(_ error: any Error) -> String {
    let type = String(describing: type(of: error))
    let words = String(describing: error)
    return words.contains(type) || words.contains(" ") ? words : "\(type).\(words)"
  }
}
