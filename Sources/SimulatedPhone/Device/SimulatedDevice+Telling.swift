import Simulation
import Synchronization
public import Vocabulary

extension SimulatedDevice {
  /// Tells a subscriber each signal about memory, on the main actor.
  ///
  /// As on a phone the signal is a turn of its own: it comes after the code that caused it, at
  /// the same virtual instant, and before time moves on. Signals come in the order of their
  /// causes, to the subscribers in the order in which they subscribed. A signal that arises while
  /// there is no subscriber is recorded and told to nobody.
  ///
  /// - Parameter handler: What to do. When it returns, the answer is expected to have been given:
  ///   ``SentSignal`` records what the app takes then.
  /// - Returns: The subscription, which ends with the object.
  public func onMemorySignal(
    _ handler: @escaping @MainActor @Sendable (MemorySignal) -> Void
  ) -> MemorySubscription {
    let number = state.withLock { state in
      state.lastSubscriber += 1
      state.subscribers.append((state.lastSubscriber, handler))
      return state.lastSubscriber
    }
    return MemorySubscription(device: self, number: number)
  }

  func unsubscribe(_ number: Int) {
    // The handler may own the last reference to something that comes back here when it ends.
    let removed = state.withLock { state in
      state.subscribers.firstIndex { $0.number == number }.map { state.subscribers.remove(at: $0) }
    }
    _ = consume removed
  }

  /// Makes a change and does what follows from it, outside the lock.
  func perform(_ change: (inout State) -> [MemoryLedger.Action]) {
    let now = simulation.clock.now
    let turns = state.withLock { state in
      change(&state).reduce(0) { turns, action in
        switch action {
        case .end(let reason):
          state.terminations.append(
            Termination(instant: now, reason: reason, footprint: state.ledger.footprint))
          state.untold = []
          return turns
        case .signal(let signal):
          state.signals.append(
            SentSignal(signal: signal, instant: now, footprint: state.ledger.footprint))
          guard !state.subscribers.isEmpty else { return turns }
          state.untold.append(state.signals.count - 1)
          return turns + 1
        }
      }
    }
    for _ in 0..<turns {
      simulation.start("memory signal") { @MainActor [self] in tellNext() }
    }
  }

  /// Takes the oldest signal, whichever turn this is: the schedule picks among turns.
  @MainActor private func tellNext() {
    let told = state.withLock { state -> (Int, MemorySignal, [Int])? in
      guard !state.untold.isEmpty else { return nil }
      let place = state.untold.removeFirst()
      state.telling = place
      state.signals[place].toldAt = simulation.clock.now
      state.signals[place].footprintBefore = state.ledger.footprint
      return (place, state.signals[place].signal, state.subscribers.map(\.number))
    }
    guard let (place, signal, numbers) = told else { return }
    for number in numbers {
      let subscriber = state.withLock { $0.subscribers.first { $0.number == number } }
      subscriber?.handler(signal)
    }
    state.withLock { state in
      guard state.telling == place, place < state.signals.count else { return }
      state.telling = nil
      state.signals[place].footprintAfter = state.ledger.footprint
    }
  }
}
