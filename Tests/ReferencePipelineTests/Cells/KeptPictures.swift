import Foundation
import Vocabulary

/// A memory tier without a limit, for real threads too.
///
/// Unchecked: the dictionary is touched with the lock held only. It is an `NSLock`, since
/// ThreadSanitizer does not see a contended `Mutex` on Linux.
final class KeptPictures: ImageCaching, @unchecked Sendable {
  private let lock = NSLock()
  private var pictures: [ImageKey: Bitmap] = [:]

  /// The keys of all pictures.
  var keys: Set<ImageKey> { lock.withLock { Set(pictures.keys) } }

  var byteCount: Int { lock.withLock { pictures.values.reduce(0) { $0 + $1.byteCount } } }

  func image(for key: ImageKey) -> Bitmap? { lock.withLock { pictures[key] } }

  func insert(_ image: Bitmap, for key: ImageKey) { lock.withLock { pictures[key] = image } }

  func remove(_ key: ImageKey) { lock.withLock { pictures[key] = nil } }

  func trim(toBytes limit: Int) {
    if byteCount > limit { lock.withLock { pictures = [:] } }
  }
}
