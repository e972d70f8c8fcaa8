import Synchronization

/// A number that counts how often it is looked up in a hash table.
struct CountedID: Hashable, Sendable {
  private static let counter = Atomic(0)

  /// How often any number was hashed so far.
  static var lookUps: Int { counter.load(ordering: .relaxed) }

  let number: Int

  init(_ number: Int) {
    self.number = number
  }

  func hash(into hasher: inout Hasher) {
    Self.counter.add(1, ordering: .relaxed)
    hasher.combine(number)
  }
}
