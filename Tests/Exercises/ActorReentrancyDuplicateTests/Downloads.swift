import Foundation
import Grading
import Simulation
import Synchronization
import Vocabulary

/// The `download` that an answer is given: each one waits until the test lets it through.
///
/// Downloads are numbered from 1, in the order in which they begin, and the bytes say which one
/// brought them. It logs what it does on the timeline, in the lane "net".
final class Downloads: Sendable {
  /// What a download fails with.
  struct NoConnection: Error, CustomStringConvertible {
    var description: String { "no connection" }
  }

  private struct State {
    var gates: [Gate] = []
    var isOpen = false
    var failing: [Int: any Error] = [:]
    var atWork = 0
    var mostAtWork = 0
  }

  private let world: World
  private let state = Mutex(State())

  init(_ world: World) {
    self.world = world
  }

  /// How many have begun.
  var count: Int { state.withLock { $0.gates.count } }

  /// The most that were at work at the same time.
  var mostAtWork: Int { state.withLock { $0.mostAtWork } }

  /// Lets the download of that number fail, once it is let through.
  func fail(_ number: Int, by error: any Error = NoConnection()) {
    state.withLock { $0.failing[number] = error }
  }

  /// Lets the download of that number through; one that has not begun stays as it is.
  func release(_ number: Int) {
    let gates = state.withLock { $0.gates }
    if gates.indices.contains(number - 1) { gates[number - 1].open() }
  }

  /// Lets all through, those to come too.
  func releaseAll() {
    let gates = state.withLock { state in
      state.isOpen = true
      return state.gates
    }
    for gate in gates { gate.open() }
  }

  /// Downloads.
  func run(_ url: URL) async throws -> EncodedImage {
    try await run(url) {}
  }

  /// Downloads, and does something else in between, which does not count as work.
  func run(_ url: URL, _ between: () async throws -> Void) async throws -> EncodedImage {
    let (number, gate) = begin()
    world.record("download \(number), of \(url.path), begins", on: "net")
    do {
      defer { addToWork(-1) }
      try await gate.pass()
    } catch {
      world.record("download \(number) is stopped", on: "net")
      throw error
    }
    try await between()
    addToWork(1)
    defer { addToWork(-1) }
    if let error = state.withLock({ $0.failing[number] }) {
      let what = error is CancellationError ? "gives up: cancelled" : "fails: \(error)"
      world.record("download \(number) \(what)", on: "net")
      throw error
    }
    world.record("download \(number) is there", on: "net")
    return Self.bytes(of: number, url)
  }

  /// What a download of that number brings.
  static func bytes(of number: Int, _ url: URL) -> EncodedImage {
    EncodedImage(Data("download \(number), of \(url.path)".utf8))
  }

  private func begin() -> (number: Int, gate: Gate) {
    addToWork(1)
    return state.withLock { state in
      let number = state.gates.count + 1
      let gate = world.gate("download \(number)", isOpen: state.isOpen)
      state.gates.append(gate)
      return (number, gate)
    }
  }

  private func addToWork(_ count: Int) {
    state.withLock { state in
      state.atWork += count
      state.mostAtWork = max(state.mostAtWork, state.atWork)
    }
  }
}
