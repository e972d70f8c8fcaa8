import Synchronization

/// Asks work that runs on another thread to end soon. Once given, it stays given.
///
/// Safe from any thread; looked at every few milliseconds.
final class StopSignal: Sendable {
  private let given = Atomic(false)

  /// Whether the work should end.
  var isGiven: Bool { given.load(ordering: .relaxed) }

  /// Asks for the end.
  func give() { given.store(true, ordering: .relaxed) }
}
