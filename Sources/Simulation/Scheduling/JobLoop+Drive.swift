extension JobLoop {
  /// Why the loop came to rest.
  enum Rest {
    case bodyEnded
    /// Nothing is ready, no timer is pending, and real threads have had their time.
    case deadlocked
    /// The limit of steps at one instant was reached.
    case livelocked
    /// The next timer lies beyond the limit of virtual time.
    case overrun
  }

  /// How far a run may go.
  struct Limits {
    /// How many jobs may run at one instant.
    var stepsPerInstant: Int
    /// How much virtual time may pass; nil for any.
    var elapsed: Duration?
  }

  fileprivate enum Next {
    case run(Job)
    case fire(Timer)
    case wake(Suspension)
    case jump
    /// Nothing is ready. `isLast`: no timer is pending either.
    case idle(isLast: Bool)
    case rest(Rest)
  }

  /// Runs jobs on the calling thread until there is a reason to rest.
  ///
  /// Time moves on while the body runs, and stands still afterwards.
  func drive(
    _ driver: any Driver, _ hops: ActorHops, _ limits: Limits, _ patience: inout Patience
  ) -> Rest {
    while true {
      switch state.withLock({ $0.next(limits) }) {
      case .run(let job): driver.run(job, hops: hops)
      case .fire(let timer): fire(timer, driver, hops)
      case .wake(let suspension): suspension.finish()
      case .rest(let rest): return rest
      case .jump:
        if patience.waitWhileBusy(for: self) { continue }
        if let names = patience.noticeOvertaking() { remarkOvertaken(names) }
        state.withLock { $0.jump() }
      case .idle(let isLast):
        let mayGoOn =
          isLast
          ? patience.waitForLast(for: self)
          : hasForeignWork && patience.waitWhileBusy(for: self)
        if mayGoOn || hasNews { continue }
        return .deadlocked
      }
    }
  }

  private func remarkOvertaken(_ names: [String]) {
    state.withLock { state in
      state.remark(
        """
        Virtual time moved on while real threads were still busy (\(names.joined(separator: ", "))). \
        The order is not the schedule's alone.
        """)
    }
  }

  private func fire(_ timer: Timer, _ driver: any Driver, _ hops: ActorHops) {
    switch timer {
    case .wake(let suspension):
      suspension.finish()
    case .dismiss(let suspension):
      suspension.finish(.failure(CancellationError()))
    case .run(let job):
      state.withLock { $0.steps += 1 }
      driver.run(job, hops: hops)
      // The end of a sleep that was cancelled long ago wakes nobody: no time has passed for it.
      state.withLock { state in
        if state.ready.isEmpty, let before = state.beforeJump { state.now = before }
        state.beforeJump = nil
      }
    }
  }
}

extension JobLoop.State {
  fileprivate mutating func next(_ limits: JobLoop.Limits) -> JobLoop.Next {
    seenInsertions = insertions
    if let deadline = timers.firstDeadline, deadline <= now, let timer = timers.removeFirst() {
      return .fire(timer)
    }
    if hasBodyEnded, phase == .running { return .rest(.bodyEnded) }
    if !ready.isEmpty, stepsAtInstant >= limits.stepsPerInstant { return .rest(.livelocked) }
    if let job = ready.take(at: chooser.choose(among: ready.count)) {
      steps += 1
      stepsAtInstant += 1
      beforeJump = nil
      if rawSleeps > 0 { markTime() }
      return .run(job)
    }
    if let suspension = quiet.removeFirst() { return .wake(suspension) }
    guard phase == .running else { return .idle(isLast: false) }
    guard let deadline = timers.firstDeadline else { return .idle(isLast: true) }
    if let end = limits.elapsed, deadline > end { return .rest(.overrun) }
    return .jump
  }

  fileprivate mutating func jump() {
    guard ready.isEmpty, let deadline = timers.firstDeadline else { return }
    beforeJump = now
    now = deadline
    stepsAtInstant = 0
  }
}
