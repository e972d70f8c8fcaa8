import Simulation
import Synchronization

/// The one radio of the phone: it carries one chunk at a time, first come, first served.
///
/// Transfers that run side by side take turns chunk by chunk, so they share its bandwidth. Each
/// operation takes constant time on average.
final class SharedLink: Sendable {
  private struct State {
    var isBusy = false
    var waiting: [Int: Gate] = [:]
    /// The tickets that were given out and not called up yet.
    var tickets = 0..<0
  }

  private let simulation: Simulation
  private let state = Mutex(State())

  init(_ simulation: Simulation) {
    self.simulation = simulation
  }

  /// Waits for a turn and keeps the link busy for so long.
  ///
  /// - Throws: `CancellationError` where the calling task is cancelled; the turn is then passed
  ///   on at once.
  func carry(for duration: Duration) async throws {
    try await enter()
    defer { leave() }
    try await simulation.clock.sleep(for: duration)
  }

  private func enter() async throws {
    let place: (ticket: Int, gate: Gate)? = state.withLock { state in
      guard state.isBusy else {
        state.isBusy = true
        return nil
      }
      let place = (state.tickets.upperBound, simulation.gate("shared link"))
      state.waiting[place.0] = place.1
      state.tickets = state.tickets.lowerBound..<place.0 + 1
      return place
    }
    guard let place else { return }
    do {
      try await place.gate.pass()
    } catch {
      let hadTurn = state.withLock { $0.waiting.removeValue(forKey: place.ticket) == nil }
      if hadTurn { leave() }
      throw error
    }
  }

  private func leave() {
    let next: Gate? = state.withLock { state in
      while let ticket = state.tickets.first {
        state.tickets.removeFirst()
        if let gate = state.waiting.removeValue(forKey: ticket) { return gate }
      }
      state.isBusy = false
      return nil
    }
    next?.open()
  }
}
