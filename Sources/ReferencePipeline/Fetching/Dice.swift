/// A source of random bits as a generator.
struct Dice: RandomNumberGenerator {
  private let draw: @Sendable () -> UInt64

  init(_ draw: @escaping @Sendable () -> UInt64) {
    self.draw = draw
  }

  mutating func next() -> UInt64 { draw() }
}
