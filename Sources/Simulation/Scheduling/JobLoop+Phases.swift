extension JobLoop {
  /// The executor that tasks of this run prefer, to make their hops scheduling points.
  var preference: (any TaskExecutor)? { state.withLock { $0.preference } }

  /// Makes the calling thread the home thread and lets the run begin.
  func begin(preference: (any TaskExecutor)?) {
    state.withLock { state in
      state.phase = .running
      state.home = .current
      state.marks = (ThreadTime(), ThreadTime())
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

  /// Ends the run for good. What is ready still never runs.
  func end() {
    state.withLock { state in
      if let first = state.firstTaskNumber, let last = state.lastTaskNumber, first <= last {
        Port.noteRun(first...last)
      }
      state.phase = .ended
      state.preference = nil
      state.parked = [:]
      state.ready = ReadyQueue()
      state.timers = TimerQueue()
      state.quiet = WaitingLine()
    }
  }

  /// Fires all raw sleeps.
  ///
  /// - Returns: How many of them woke someone.
  func endRawSleeps(_ driver: any Driver, _ hops: ActorHops) -> Int {
    let jobs = state.withLock { state -> [Job] in
      // Emptied, not made anew: sleepers that leave later name their timers by number.
      var jobs: [Job] = []
      var sleepers: [Suspension] = []
      while let timer = state.timers.removeFirst() {
        switch timer {
        case .run(let job): jobs.append(job)
        case .wake(let suspension), .dismiss(let suspension): sleepers.append(suspension)
        }
      }
      sleepers.forEach { state.dismiss($0) }
      return jobs
    }
    var live = 0
    for job in jobs {
      let before = readyCount
      driver.run(job, hops: hops)
      if readyCount > before { live += 1 }
    }
    return live
  }

  /// Sends all waiters away with a `CancellationError`.
  func dismissWaiters() {
    state.withLock { state in
      state.waiters.forEach { state.dismiss($0) }
      while state.quiet.removeFirst() != nil {}
    }
  }
}
