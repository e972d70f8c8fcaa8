import Synchronization

/// Says on a terminal how far a run is, in one line that is taken away at the end. Says nothing
/// where standard error is no terminal, and nothing in the first half second.
final class ProgressLine: Sendable {
  private struct State {
    var shown = -1
    let start = ContinuousClock.now
  }

  private let name: String
  private let state = Mutex(State())

  init(_ name: String) {
    self.name = name
  }

  /// Takes in which share is done.
  func show(_ share: Double) {
    guard Terminal.isError else { return }
    let percent = Int(share * 100)
    let isNew = state.withLock { state in
      guard percent > state.shown, ContinuousClock.now - state.start > .milliseconds(500) else {
        return false
      }
      state.shown = percent
      return true
    }
    if isNew { Terminal.say("\r\(name): \(percent) %") }
  }

  /// Takes the line away.
  func clear() {
    if state.withLock({ $0.shown >= 0 }) { Terminal.say("\r\u{1B}[K") }
  }
}
