import Foundation

/// Places that several threads fill, each thread its own.
final class Outcomes<Value: Sendable>: @unchecked Sendable {
  // Sendable, since the places are reached under the lock only.
  private let lock = NSLock()
  private var places: [Value?]

  init(count: Int) {
    places = Array(repeating: nil, count: count)
  }

  subscript(index: Int) -> Value? {
    get { lock.withLock { places[index] } }
    set { lock.withLock { places[index] = newValue } }
  }

  /// What was filled in, in order of the places.
  var all: [Value] { lock.withLock { places.compactMap { $0 } } }
}
