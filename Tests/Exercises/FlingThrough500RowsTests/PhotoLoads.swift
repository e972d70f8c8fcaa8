import Grading
import Simulation
import SimulatedPhone
import Synchronization
import Vocabulary

/// The `load` that an answer is given: bytes first, then the decode, each behind a gate.
///
/// It stops at once where it is cancelled while the bytes come in. A decode cannot be stopped
/// half-way: it goes on to its end. What it does is on the timeline, in the lane "net".
final class PhotoLoads: Sendable {
  /// What a load fails with.
  struct NoConnection: Error, CustomStringConvertible {
    var description: String { "no connection" }
  }

  private struct State {
    var started: [ImageKey] = []
    var stopped: [ImageKey] = []
    var ended = 0
    var failing: Set<ImageKey> = []
  }

  /// Where a load waits for its bytes.
  let bytes: Gate
  /// Where it waits for its decode.
  let decode: Gate

  private let world: World
  private let isDeaf: Bool
  private let state = Mutex(State())

  /// - Parameters:
  ///   - world: Where it happens.
  ///   - isOpen: Whether bytes are there at once.
  ///   - isDeaf: Whether a decode that has begun brings its picture also where it was cancelled.
  init(_ world: World, isOpen: Bool = false, isDeaf: Bool = false) {
    self.world = world
    self.isDeaf = isDeaf
    bytes = world.gate("bytes", isOpen: isOpen)
    decode = world.gate("decode", isOpen: true)
  }

  /// The keys of all loads, in the order in which they began.
  var started: [ImageKey] { state.withLock { $0.started } }

  /// The keys of those that were stopped.
  var stopped: [ImageKey] { state.withLock { $0.stopped } }

  /// How many run now.
  var running: Int { state.withLock { $0.started.count - $0.ended } }

  /// From now on the loads of these keys fail once their bytes should be there, and no other.
  func fail(_ keys: Set<ImageKey>) {
    state.withLock { $0.failing = keys }
  }

  /// Downloads and decodes.
  func run(_ key: ImageKey) async throws -> Bitmap {
    world.record("starts a load of \(key)", on: "net")
    state.withLock { $0.started.append(key) }
    defer { state.withLock { $0.ended += 1 } }
    do {
      try await bytes.pass()
      if state.withLock({ $0.failing.contains(key) }) { throw NoConnection() }
      // In a task of its own, which hears nothing of the cancellation.
      await Task { [decode] in try? await decode.pass() }.value
      if !isDeaf { try Task.checkCancellation() }
    } catch is CancellationError {
      world.record("stops the load of \(key)", on: "net")
      state.withLock { $0.stopped.append(key) }
      throw CancellationError()
    } catch {
      world.record("\(key) fails: \(error)", on: "net")
      throw error
    }
    world.record("\(key) is there", on: "net")
    return Photo.picture(of: key)
  }
}
