public import Grading
public import Simulation
import Synchronization
public import Vocabulary

/// The `load` that an answer is given: bytes first, then the decode, each behind a gate.
///
/// It stops at once where it is cancelled while the bytes come in. A decode cannot be stopped
/// half-way: it goes on to its end. What it does is on the timeline, in the lane "net".
public final class PhotoLoads: Sendable {
  /// What a load fails with.
  public struct NoConnection: Error, CustomStringConvertible {
    /// An error.
    public init() {}

    /// How findings tell it.
    public var description: String { "no connection" }
  }

  private struct State {
    var started: [ImageKey] = []
    var running: [ImageKey: Int] = [:]
    var mostAtOnce = 0
    var failing: Set<ImageKey> = []
    var failure: any Error = NoConnection()

    mutating func begin(_ key: ImageKey) {
      started.append(key)
      running[key, default: 0] += 1
      mostAtOnce = max(mostAtOnce, running[key] ?? 0)
    }
  }

  /// Where a load waits for its bytes.
  public let bytes: Gate
  /// Where it waits for its decode. Open, unless a suite closes it.
  public let decode: Gate

  private let world: World
  private let isDeaf: Bool
  private let state = Mutex(State())

  /// Loads of a world.
  ///
  /// - Parameters:
  ///   - world: Where it happens.
  ///   - isOpen: Whether bytes are there at once; loads suspend all the same.
  ///   - isDeaf: Whether a decode that has begun brings its picture also where it was cancelled.
  public init(_ world: World, isOpen: Bool = false, isDeaf: Bool = false) {
    self.world = world
    self.isDeaf = isDeaf
    bytes = world.gate("bytes", isOpen: isOpen)
    decode = world.gate("decode", isOpen: true)
  }

  /// The keys of all loads, in the order in which they began.
  public var started: [ImageKey] { state.withLock { $0.started } }

  /// How many run now.
  public var running: Int { state.withLock { $0.running.values.reduce(0, +) } }

  /// The most loads of one key that ran at the same time.
  public var mostAtOnce: Int { state.withLock { $0.mostAtOnce } }

  /// From now on the loads of these keys fail once their bytes should be there, and no other.
  ///
  /// - Parameters:
  ///   - keys: Which loads fail.
  ///   - error: What they throw; a `CancellationError`, too, where it is their own.
  public func fail(_ keys: Set<ImageKey>, with error: any Error = NoConnection()) {
    state.withLock { ($0.failing, $0.failure) = (keys, error) }
  }

  /// Downloads and decodes the picture for a key.
  ///
  /// - Throws: The error with which it has to fail; `CancellationError` where it was stopped.
  public func run(_ key: ImageKey) async throws -> Bitmap {
    world.record("starts a load of \(key)", on: "net")
    state.withLock { $0.begin(key) }
    defer { state.withLock { $0.running[key]? -= 1 } }
    do {
      try await bytes.pass()
      try state.withLock { if $0.failing.contains(key) { throw $0.failure } }
      // In a task of its own, which hears nothing of the cancellation.
      await Task { [decode] in try? await decode.pass() }.value
      if !isDeaf { try Task.checkCancellation() }
    } catch is CancellationError where Task.isCancelled {
      world.record("stops the load of \(key)", on: "net")
      throw CancellationError()
    } catch {
      world.record("\(key) fails: \(error)", on: "net")
      throw error
    }
    world.record("\(key) is there", on: "net")
    return Photo.picture(of: key)
  }
}
