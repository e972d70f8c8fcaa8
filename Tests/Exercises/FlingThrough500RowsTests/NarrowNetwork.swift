import Foundation
import Grading
import Simulation
import SuiteParts
import Synchronization
import Vocabulary

/// A `load` whose network starts one load every 12 ms, in the order in which they come; each takes
/// 100 ms.
///
/// A load that is cancelled while it waits leaves the line and costs no start. One that ends puts
/// its picture into the memory tier.
final class NarrowNetwork: Sendable {
  private struct State {
    var started: [Int] = []
    var memory: [Int] = []
    var lastStart = Duration.zero
  }

  private let world: World
  private let line: Gate
  private let state = Mutex(State())

  init(_ world: World) {
    self.world = world
    line = world.gate("line")
  }

  /// The photos that have reached the network, in order.
  var started: [Int] { state.withLock { $0.started } }

  /// The photos in the memory tier, in the order in which they came.
  var memory: [Int] { state.withLock { $0.memory } }

  /// How many loads wait for their turn.
  var waiting: Int { line.waiting }

  /// Lets time pass, then starts the load that has waited for longest, if one may start.
  func pass(_ time: Duration) async throws {
    try await world.clock.sleep(for: time)
    let now = world.clock.now.offset
    let isTime = state.withLock { state in
      guard now >= state.lastStart + .milliseconds(12) else { return false }
      state.lastStart = now
      return true
    }
    if isTime { line.release() }
  }

  /// Waits for its turn and downloads.
  func run(_ key: ImageKey) async throws -> Bitmap {
    try await line.pass()
    let photo = Int(key.url.lastPathComponent) ?? 0
    state.withLock { $0.started.append(photo) }
    world.record("starts \(key)", on: "net")
    do {
      try await world.clock.sleep(for: .milliseconds(100))
    } catch {
      world.record("stops \(key)", on: "net")
      throw error
    }
    state.withLock { $0.memory.append(photo) }
    world.record("\(key) is there", on: "net")
    return Photo.picture(of: key)
  }
}
