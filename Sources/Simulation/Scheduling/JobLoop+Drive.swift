import Synchronization

extension JobLoop {
  /// Why the loop came to rest.
  enum Rest {
    case bodyEnded
    /// Nothing is ready, no timer is pending, and real threads have had their time.
    case stuck
    /// The limit of steps at one instant was reached.
    case spinning
  }

  fileprivate enum Next {
    case run(Job)
    case fire(Timer)
    case wake(Suspension)
    case jump
    /// Nothing is ready; it is the last moment of the run where no timer can make up for it.
    case idle(isLast: Bool)
    case rest(Rest)
  }

  /// Runs jobs on the calling thread until there is a reason to rest.
  ///
  /// Time moves on while the body runs, and stands still afterwards. At most `limit` jobs run at
  /// one instant.
  func drive(
    _ driver: any Driver, _ hops: ActorHops, limit: Int, _ patience: inout Patience
  ) -> Rest {
    while true {
      switch state.withLock({ $0.next(limit: limit) }) {
      case .run(let job): driver.run(job, hops: hops)
      case .fire(let timer): fire(timer, driver, hops)
      case .wake(let suspension): suspension.finish()
      case .rest(let rest): return rest
      case .jump:
        if patience.waitWhileBusy(for: self) { continue }
        state.withLock { $0.jump() }
      case .idle(let isLast):
        if isLast ? patience.waitForLast(for: self) : patience.waitWhileBusy(for: self) { continue }
        return .stuck
      }
    }
  }

  private func fire(_ timer: Timer, _ driver: any Driver, _ hops: ActorHops) {
    switch timer {
    case .wake(let suspension):
      suspension.finish()
    case .dismiss(let suspension):
      suspension.finish(.failure(CancellationError()))
    case .run(let job):
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
  fileprivate mutating func next(limit: Int) -> JobLoop.Next {
    if let deadline = timers.firstDeadline, deadline <= now, let timer = timers.removeFirst() {
      return .fire(timer)
    }
    if hasBodyEnded, phase == .running { return .rest(.bodyEnded) }
    if !ready.isEmpty {
      guard stepsAtInstant < limit else { return .rest(.spinning) }
      guard let job = ready.take(at: chooser.choose(among: ready.count)) else {
        return .idle(isLast: false)
      }
      steps += 1
      stepsAtInstant += 1
      beforeJump = nil
      if rawSleeps > 0 { stepStart = .now }
      return .run(job)
    }
    if let suspension = quiet.removeFirst() { return .wake(suspension) }
    guard phase == .running else { return .idle(isLast: false) }
    return timers.count > 0 ? .jump : .idle(isLast: true)
  }

  fileprivate mutating func jump() {
    guard ready.isEmpty, let deadline = timers.firstDeadline else { return }
    beforeJump = now
    now = deadline
    stepsAtInstant = 0
  }
}
