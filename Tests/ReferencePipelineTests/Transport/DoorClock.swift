import SimulatedPhone

/// A clock whose waits end when a test says so: the n-th waits at its latch, the others not at all.
final class DoorClock: Clock {
  typealias Instant = ContinuousClock.Instant

  private let doors: [Int: Latch]
  private let waits = Notes<Void>()

  /// A clock that waits at these latches, by the number of the wait, from zero.
  init(_ doors: [Int: Latch]) {
    self.doors = doors
  }

  var now: Instant { ContinuousClock.now }
  var minimumResolution: Duration { ContinuousClock().minimumResolution }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await doors[waits.add(())]?.pass()
  }
}
