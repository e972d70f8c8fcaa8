import Grading
import Simulation
import SimulatedPhone
import Synchronization
import Vocabulary

/// The `load` that an answer is given: bytes first, then the decode, each behind a gate.
///
/// It logs what it does on the timeline, in the lane "net", and counts by key.
final class PhotoLoads: Sendable {
  /// What a load fails with.
  struct NoConnection: Error, CustomStringConvertible {
    var description: String { "no connection" }
  }

  private struct State {
    var started: [ImageKey] = []
    var running: [ImageKey: Int] = [:]
    var mostAtOnce = 0
    var failures = 0
  }

  /// Where a load waits for its bytes.
  let bytes: Gate
  /// Where it waits for its decode.
  let decode: Gate

  private let world: World
  private let state = Mutex(State())

  /// - Parameters:
  ///   - world: Where it happens.
  ///   - isOpen: Whether loads pass at once; they suspend all the same.
  init(_ world: World, isOpen: Bool = false) {
    self.world = world
    bytes = world.gate("bytes", isOpen: isOpen)
    decode = world.gate("decode", isOpen: true)
  }

  /// The keys of all loads, in the order in which they began.
  var started: [ImageKey] { state.withLock { $0.started } }

  /// The most loads of one key that ran at the same time.
  var mostAtOnce: Int { state.withLock { $0.mostAtOnce } }

  /// Lets so many of the next loads fail, once their bytes should be there.
  func failNext(_ count: Int) {
    state.withLock { $0.failures = count }
  }

  /// Downloads and decodes.
  func run(_ key: ImageKey) async throws -> Bitmap {
    world.record("starts a load of \(key)", on: "net")
    state.withLock { state in
      state.started.append(key)
      state.running[key, default: 0] += 1
      state.mostAtOnce = max(state.mostAtOnce, state.running[key] ?? 0)
    }
    defer { state.withLock { $0.running[key]? -= 1 } }
    do {
      try await bytes.pass()
      try await decode.pass()
    } catch {
      world.record("stops the load of \(key)", on: "net")
      throw error
    }
    let fails = state.withLock { state in
      defer { state.failures = max(0, state.failures - 1) }
      return state.failures > 0
    }
    if fails {
      world.record("\(key) fails: no connection", on: "net")
      throw NoConnection()
    }
    world.record("\(key) is there", on: "net")
    return Photo.picture(of: key)
  }
}
