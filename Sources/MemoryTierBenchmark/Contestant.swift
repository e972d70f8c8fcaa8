import Vocabulary

/// A cache as the benchmark sees it.
protocol Contestant {
  /// What it takes for a key, made before the clock runs.
  associatedtype Key

  /// How the table calls it.
  static var name: String { get }

  /// Whether it holds exactly what fits into its budget, so that the benchmark can check it.
  static var isExact: Bool { get }

  /// Makes a key of its own, before the clock runs.
  static func key(_ key: ImageKey) -> Key

  /// An empty cache with a budget in bytes.
  init(budget: Int)

  /// The picture for a key, as a use of it.
  func find(_ key: Key) -> Bitmap?

  /// Takes a picture in.
  func insert(_ image: Bitmap, _ key: Key)
}

/// Those that are memory tiers by themselves need no more.
extension Contestant where Self: ImageCaching {
  static var isExact: Bool { true }

  static func key(_ key: ImageKey) -> ImageKey { key }

  func find(_ key: ImageKey) -> Bitmap? { image(for: key) }

  func insert(_ image: Bitmap, _ key: ImageKey) { insert(image, for: key) }
}
