import HowMuchMemorySolution
import Vocabulary

extension MemoryTier: Contestant {
  static let name = "MemoryTier"

  static func key(_ key: ImageKey) -> ImageKey { key }

  func find(_ key: ImageKey) -> Bitmap? { image(for: key) }

  func insert(_ image: Bitmap, _ key: ImageKey) { insert(image, for: key) }
}
