import Foundation
import Simulation
import Synchronization
import Vocabulary

/// A load that a test holds in its hand: it waits at a gate, keeps a log, and fails on request.
final class ToyLoad: Sendable {
  struct Failure: Error, Equatable {}

  private struct State {
    var started: [ImageKey] = []
    var ended: [ImageKey] = []
    var cancelled: [ImageKey] = []
    var failures = 0
  }

  /// Where each load waits after its start.
  let gate: Gate
  private let state = Mutex(State())

  init(_ simulation: Simulation, isOpen: Bool = false) {
    gate = simulation.gate("load", isOpen: isOpen)
  }

  /// The keys of all loads that have begun, in order.
  var started: [ImageKey] { state.withLock { $0.started } }
  /// The keys of all loads that have ended, however they did.
  var ended: [ImageKey] { state.withLock { $0.ended } }
  /// The keys of the loads that were told to stop while they waited.
  var cancelled: [ImageKey] { state.withLock { $0.cancelled } }

  /// Lets the next loads fail once they have passed the gate.
  func failNext(_ count: Int) {
    state.withLock { $0.failures = count }
  }

  func run(_ key: ImageKey) async throws -> Bitmap {
    state.withLock { $0.started.append(key) }
    defer { state.withLock { $0.ended.append(key) } }
    do {
      try await gate.pass()
    } catch {
      state.withLock { $0.cancelled.append(key) }
      throw error
    }
    let fails = state.withLock { state in
      defer { state.failures = max(0, state.failures - 1) }
      return state.failures > 0
    }
    guard !fails else { throw Failure() }
    return Self.picture(of: key)
  }

  /// The key of the photo with that number, at that many pixels.
  static func key(_ photo: Int, _ pixels: Int = 360) -> ImageKey {
    ImageKey(url: url(photo), maxPixelSize: pixels)
  }

  /// The address of the photo with that number.
  static func url(_ photo: Int) -> URL {
    URL(string: "https://img.example/p/\(photo)") ?? URL(fileURLWithPath: "/p")
  }

  /// A picture that can be told from those of other keys by its width and height.
  static func picture(of key: ImageKey) -> Bitmap {
    let photo = Int(key.url.lastPathComponent) ?? -1
    return Bitmap(
      size: PixelSize(width: key.maxPixelSize, height: photo + 1), pixels: Plain())
  }

  private struct Plain: PixelProviding {
    func pixel(x: Int, y: Int) -> Pixel { Pixel(red: 0, green: 0, blue: 0) }
  }
}

extension Bitmap {
  /// Whether this is the toy's picture for the key.
  func shows(_ key: ImageKey) -> Bool {
    size == ToyLoad.picture(of: key).size
  }
}

extension Result {
  /// Whether this is the failure of a caller that was cancelled.
  var isCancellation: Bool {
    if case .failure(let error) = self { error is CancellationError } else { false }
  }
}
