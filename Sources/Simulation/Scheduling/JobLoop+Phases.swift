import Synchronization

extension JobLoop {
  /// The executor that tasks of this run prefer, to make their hops scheduling points.
  var preference: (any TaskExecutor)? { state.withLock { $0.preference } }

  /// Makes the calling thread the home thread and lets the run begin.
  func begin(preference: (any TaskExecutor)?) {
    state.withLock { state in
      state.phase = .running
      state.home = .current
      state.preference = preference
    }
  }

  /// Notes that the body has returned or thrown.
  func endBody() {
    state.withLock { $0.hasBodyEnded = true }
  }

  func enter(_ phase: Phase) {
    state.withLock { state in
      state.phase = phase
      state.stepsAtInstant = 0
    }
  }

  /// Ends the run for good; returns how many jobs were ready and never ran.
  func end() -> Int {
    state.withLock { state in
      state.phase = .ended
      state.preference = nil
      state.parked = [:]
      return state.ready.removeAll()
    }
  }

  /// How many jobs could run now.
  var readyCount: Int { state.withLock { $0.ready.count } }

  /// Those who wait at a gate or the like, in the order in which they began to.
  var parkedWaits: [Wait] { state.withLock { $0.parkedWaits } }

  /// Likewise, and then those who wait on the clock, by deadline.
  var waits: [Wait] {
    state.withLock { state in
      state.parkedWaits
        + state.timers.ordered.compactMap { timer in
          if case .wake(let suspension) = timer { suspension.wait } else { nil }
        }
    }
  }

  /// Sends all waiters away with a `CancellationError` and ends all raw sleeps.
  ///
  /// - Returns: How many raw sleeps would still have woken someone.
  func dismissAll(_ driver: any Driver, _ hops: ActorHops) -> Int {
    let (parked, timers) = state.withLock { state -> ([Suspension], [Timer]) in
      defer { state.timers = TimerQueue() }
      return (state.parkedInOrder, state.timers.ordered)
    }
    parked.forEach { $0.finish(.failure(CancellationError())) }
    var liveSleeps = 0
    for timer in timers {
      switch timer {
      case .wake(let suspension), .dismiss(let suspension):
        suspension.finish(.failure(CancellationError()))
      case .run(let job):
        let before = readyCount
        driver.run(job, hops: hops)
        if readyCount > before { liveSleeps += 1 }
      }
    }
    return liveSleeps
  }
}

extension JobLoop.State {
  fileprivate var parkedInOrder: [Suspension] {
    parked.values.sorted { $0.number < $1.number }.map(\.suspension)
  }

  fileprivate var parkedWaits: [Wait] { parkedInOrder.map(\.wait) }

  /// The remarks made during the run, and the one that only its end can make.
  var allRemarks: [String] {
    guard chooser.hasMisfit else { return remarks }
    return remarks + [
      """
      A replayed choice pointed beyond the ready jobs: the code has changed since the choices \
      were recorded, and this is not the same run.
      """
    ]
  }
}
