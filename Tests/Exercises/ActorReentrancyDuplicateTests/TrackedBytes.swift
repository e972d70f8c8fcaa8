import Foundation
import Synchronization
import Vocabulary

/// Makes bytes, and counts those that nobody holds any more.
final class TrackedBytes: Sendable {
  private let freed = Mutex(0)

  /// How many bytes of ``make()`` are gone.
  var freedCount: Int { freed.withLock { $0 } }

  /// Bytes that are counted when the last one who holds them lets go.
  func make() -> EncodedImage {
    let count = 64
    let memory = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 1)
    memory.initializeMemory(as: UInt8.self, repeating: 7, count: count)
    return EncodedImage(
      Data(
        bytesNoCopy: memory, count: count,
        deallocator: .custom { memory, _ in
          memory.deallocate()
          self.freed.withLock { $0 += 1 }
        }))
  }
}
