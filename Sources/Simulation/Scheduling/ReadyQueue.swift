/// The jobs that could run now, oldest first, from which any one can be taken in constant time.
///
/// Taking from the front keeps the order. Taking from elsewhere moves the front one into the
/// gap: the order after it is no longer that of arrival, yet the same picks give the same jobs.
/// That is what makes a pick cheap at a million ready jobs, and a list of picks replayable.
///
/// Memory is that of the most jobs that were ready at once. Specialised by hand, since a debug build compiles file by file and would leave it generic.
struct ReadyQueue<Element> {
  private var ring: ContiguousArray<Element?> = ContiguousArray(repeating: nil, count: 16)
  private var head = 0
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// Adds an element behind all others. Amortised constant time.
  @_specialize(where Element == Job)
  mutating func append(_ element: Element) {
    if count == ring.count { grow() }
    ring[(head &+ count) & (ring.count &- 1)] = element
    count += 1
  }

  /// Takes the element at `offset` from the front; nil when there is none. Constant time.
  @_specialize(where Element == Job)
  mutating func take(at offset: Int) -> Element? {
    guard offset >= 0, offset < count else { return nil }
    let index = (head &+ offset) & (ring.count &- 1)
    let element = ring[index]
    ring[index] = ring[head]
    ring[head] = nil
    head = (head &+ 1) & (ring.count &- 1)
    count -= 1
    return element
  }

  private mutating func grow() {
    var larger = ContiguousArray<Element?>(repeating: nil, count: ring.count * 2)
    for offset in 0..<count { larger[offset] = ring[(head &+ offset) & (ring.count &- 1)] }
    ring = larger
    head = 0
  }
}
