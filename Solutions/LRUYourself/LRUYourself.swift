/// A cache that lets go of what was used longest ago: a map for the way to a node, a list for the
/// order of use.
///
/// The map finds a node in constant time. The list, through all nodes from the newest to the
/// oldest, moves one in constant time. A node keeps its key, so that the oldest one can leave the
/// map too. The map alone owns the nodes and the links own nothing: there is no cycle, and a list
/// of a million nodes is released node by node and not down a chain of `next`, which would
/// overflow the stack.
///
/// Each value has a cost, and the sum of the costs never exceeds ``costLimit``, not even while a
/// value comes in. All operations take constant time, amortised over the growth of the map. Not
/// for use from two threads at once.
public final class LRUCache<Key: Hashable, Value> {
  private final class Node {
    let key: Key
    var value: Value
    var cost: Int
    unowned var newer: Node?
    unowned var older: Node?

    init(key: Key, value: Value, cost: Int) {
      self.key = key
      self.value = value
      self.cost = cost
    }
  }

  private var nodes: [Key: Node] = [:]
  private unowned var newest: Node?
  private unowned var oldest: Node?

  /// The sum of the costs of all values.
  public private(set) var totalCost: Int = 0

  /// The most that all values may cost together. Lowering it lets go of values at once.
  ///
  /// Less than zero counts as zero, which leaves room for what costs nothing.
  public var costLimit: Int {
    didSet { trim(to: max(0, costLimit)) }
  }

  /// A cache without values.
  ///
  /// - Parameter costLimit: The most that all values may cost together.
  public init(costLimit: Int) {
    self.costLimit = costLimit
  }

  /// How many values there are.
  public var count: Int { nodes.count }

  /// The keys, the one used last first. Linear in their number.
  public var keys: [Key] {
    sequence(state: newest) { node in
      defer { node = node?.older }
      return node?.key
    }.map { $0 }
  }

  /// The value for a key, which counts as a use of it; nil where there is none.
  public func value(for key: Key) -> Value? {
    guard let node = nodes[key] else { return nil }
    if node !== newest {
      unlink(node)
      linkAsNewest(node)
    }
    return node.value
  }

  /// Takes a value in, in place of the one for the key, and lets go of the oldest ones for it.
  ///
  /// A value that alone costs more than the limit is refused. No other value goes for it, but the
  /// former value of the key goes all the same, since it is no longer the right one.
  ///
  /// - Parameters:
  ///   - value: What to keep.
  ///   - key: The key under which to keep it.
  ///   - cost: What it costs; less than zero counts as zero.
  /// - Returns: Whether the value was taken.
  @discardableResult
  public func insert(_ value: Value, for key: Key, cost: Int = 1) -> Bool {
    let cost = max(0, cost)
    guard cost <= max(0, costLimit) else {
      remove(key)
      return false
    }
    // First, so that the cost of the former value sends nobody away.
    remove(key)
    trim(to: max(0, costLimit) - cost)
    let node = Node(key: key, value: value, cost: cost)
    nodes[key] = node
    linkAsNewest(node)
    totalCost += cost
    return true
  }

  /// Lets go of the value for a key.
  ///
  /// - Returns: The value; nil where there was none.
  @discardableResult
  public func remove(_ key: Key) -> Value? {
    guard let node = nodes.removeValue(forKey: key) else { return nil }
    unlink(node)
    totalCost -= node.cost
    return node.value
  }

  /// Lets go of the value that was used longest ago.
  ///
  /// - Returns: The value with its key; nil where there is none.
  @discardableResult
  public func removeOldest() -> (key: Key, value: Value)? {
    guard let node = oldest else { return nil }
    let key = node.key
    return remove(key).map { (key, $0) }
  }

  /// Lets go of all values. Linear in their number.
  public func removeAll() {
    newest = nil
    oldest = nil
    totalCost = 0
    nodes = [:]
  }

  private func trim(to limit: Int) {
    while totalCost > limit, removeOldest() != nil {}
  }

  private func linkAsNewest(_ node: Node) {
    node.newer = nil
    node.older = newest
    newest?.newer = node
    newest = node
    if oldest == nil { oldest = node }
  }

  private func unlink(_ node: Node) {
    if let newer = node.newer { newer.older = node.older } else { newest = node.older }
    if let older = node.older { older.newer = node.newer } else { oldest = node.newer }
    node.newer = nil
    node.older = nil
  }
}
