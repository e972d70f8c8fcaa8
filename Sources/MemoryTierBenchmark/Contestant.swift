import Vocabulary

/// A cache as the benchmark sees it.
protocol Contestant {
  /// What it takes for a key, made before the clock runs.
  associatedtype Key

  /// How the table calls it.
  static var name: String { get }

  static func key(_ key: ImageKey) -> Key

  init(budget: Int)

  func find(_ key: Key) -> Bitmap?

  func insert(_ image: Bitmap, _ key: Key)
}
