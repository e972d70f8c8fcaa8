import Foundation
import Simulation
import Synchronization
import Vocabulary

/// A loader whose replies a test lets through one by one, with a memory tier of its own.
///
/// Each call waits at a gate of its own, also one that is cancelled where the test says that
/// cancelling comes too late. A picture is kept before it is handed over.
final class HeldLoads: ImageLoading {
  struct Failure: Error, Equatable {}

  private struct State {
    var gates: [Gate] = []
    var keys: [ImageKey] = []
    var failing: Set<Int> = []
    var kept: [ImageKey: Bitmap] = [:]
    var cancelled = 0
  }

  private let simulation: Simulation
  private let heedsCancelling: Bool
  private let state = Mutex(State())

  init(_ simulation: Simulation, heedsCancelling: Bool = true) {
    self.simulation = simulation
    self.heedsCancelling = heedsCancelling
  }

  /// The keys that were asked for, in order.
  var asked: [ImageKey] { state.withLock { $0.keys } }
  /// How many calls ended since they were cancelled.
  var cancelled: Int { state.withLock { $0.cancelled } }

  /// What the memory tier holds.
  func kept(_ key: ImageKey) -> Bitmap? { state.withLock { $0.kept[key] } }

  /// Puts a picture into the memory tier.
  func keep(_ key: ImageKey) {
    state.withLock { $0.kept[key] = Self.picture(key) }
  }

  /// Lets the n-th call end, by its picture or a failure.
  func reply(to number: Int, failing: Bool = false) {
    let gate = state.withLock { state in
      if failing { state.failing.insert(number) }
      return state.gates.indices.contains(number) ? state.gates[number] : nil
    }
    gate?.open()
  }

  func image(for key: ImageKey) async throws -> Bitmap {
    let gate = simulation.gate("\(key)")
    let number = state.withLock { state in
      state.gates.append(gate)
      state.keys.append(key)
      return state.gates.count - 1
    }
    if heedsCancelling {
      do {
        try await gate.pass()
      } catch {
        state.withLock { $0.cancelled += 1 }
        throw error
      }
    } else {
      // A load of its own, which nobody cancels.
      try await Task { try await gate.pass() }.value
    }
    return try state.withLock { state in
      guard !state.failing.contains(number) else { throw Failure() }
      let picture = Self.picture(key)
      state.kept[key] = picture
      return picture
    }
  }

  /// The key of a photo at a size.
  static func key(_ photo: Int, _ pixels: Int = 360) -> ImageKey { ToyLoad.key(photo, pixels) }

  /// A picture that proves for which key it was made.
  static func picture(_ key: ImageKey) -> Bitmap { ToyLoad.picture(of: key) }
}
