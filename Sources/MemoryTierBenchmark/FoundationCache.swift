import Foundation
import Vocabulary

/// Foundation's cache, with its keys in boxes that are made before the clock runs.
struct FoundationCache: Contestant {
  /// A key as `NSCache` wants it: an object.
  final class Key: NSObject {
    private let key: ImageKey

    init(_ key: ImageKey) {
      self.key = key
    }

    override var hash: Int { key.hashValue }

    override func isEqual(_ object: Any?) -> Bool {
      (object as? Key)?.key == key
    }
  }

  static let name = "NSCache"
  static let isExact = false

  static func key(_ key: ImageKey) -> Key { Key(key) }

  private let cache = NSCache<Key, Bitmap>()

  init(budget: Int) {
    cache.totalCostLimit = budget
  }

  func find(_ key: Key) -> Bitmap? { cache.object(forKey: key) }

  func insert(_ image: Bitmap, _ key: Key) {
    cache.setObject(image, forKey: key, cost: image.byteCount)
  }
}
