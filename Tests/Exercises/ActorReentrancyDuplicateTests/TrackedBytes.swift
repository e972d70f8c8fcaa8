import Foundation
import Synchronization
import Vocabulary

/// Makes bytes, and knows how many of them somebody holds still.
final class TrackedBytes: Sendable {
  private let state = Mutex((made: 0, held: 0))

  /// How many were made.
  var count: Int { state.withLock { $0.made } }

  /// How many of them have not been let go of.
  var heldCount: Int { state.withLock { $0.held } }

  /// Bytes that are held until the last one who has them lets go.
  func make() -> EncodedImage {
    let count = 64
    let memory = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 1)
    memory.initializeMemory(as: UInt8.self, repeating: 7, count: count)
    state.withLock { $0 = ($0.made + 1, $0.held + 1) }
    return EncodedImage(
      Data(
        bytesNoCopy: memory, count: count,
        deallocator: .custom { [self] memory, _ in
          memory.deallocate()
          state.withLock { $0.held -= 1 }
        }))
  }
}
