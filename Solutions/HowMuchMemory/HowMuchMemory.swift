import Synchronization
public import Vocabulary

/// The memory tier: decoded pictures under a budget in bytes, the least recently used going first.
///
/// A picture costs what its rows take, padding included, whatever its file measured. The sum of
/// the costs never exceeds the budget, at no step. A picture that alone is larger is not kept,
/// and no other goes for it; the former one under its key goes all the same, since it is no
/// longer the right one.
///
/// A node lies in two lists at once: the order of use, and the chain of its bucket in a hash
/// table. The table grows by one bucket with each picture (linear hashing), so no insert ever
/// moves them all. Each operation takes constant time on average, the worst single one included,
/// save that letting go of n pictures takes n steps.
///
/// Usable from any thread. The lock is held for a few steps and never while calling out: pictures
/// end after it is released.
public final class MemoryTier: ImageCaching, Sendable {
  private let shelf: Mutex<Shelf>

  /// An empty tier.
  ///
  /// - Parameter budget: The most that all pictures may take, in bytes; less than zero is zero.
  public init(budget: Int) {
    shelf = Mutex(Shelf(budget: max(0, budget)))
  }

  /// The most that all pictures may take, in bytes. Lowering it lets go of pictures at once.
  ///
  /// Less than zero is zero.
  public var budget: Int {
    get { shelf.withLock { $0.budget } }
    set { _ = shelf.withLock { $0.setBudget(max(0, newValue)) } }
  }

  /// What the tier holds, in bytes: the sum of ``Bitmap/byteCount`` over its pictures.
  public var byteCount: Int { shelf.withLock { $0.byteCount } }

  /// How many pictures the tier holds.
  public var count: Int { shelf.withLock { $0.count } }

  /// The most bytes that the tier has held so far, never more than the largest budget.
  public var highWaterMark: Int { shelf.withLock { $0.highWaterMark } }

  /// The picture that is held for exactly this key, which counts as a use of it; nil otherwise.
  public func image(for key: ImageKey) -> Bitmap? {
    let hash = key.hashValue
    return shelf.withLock { $0.use(key, hash) }
  }

  /// Takes a picture in, in place of the one for the key; the least recently used go for it.
  public func insert(_ image: Bitmap, for key: ImageKey) {
    let hash = key.hashValue
    _ = shelf.withLock { $0.insert(image, key, hash) }
  }

  /// Lets go of the picture for the key, and of no other size.
  public func remove(_ key: ImageKey) {
    let hash = key.hashValue
    _ = shelf.withLock { $0.remove(key, hash) }
  }

  /// Lets go of the least recently used until the tier holds at most `limit` bytes. Allocates
  /// nothing.
  public func trim(toBytes limit: Int) {
    _ = shelf.withLock { $0.trim(to: limit) }
  }
}

// MARK: What the lock guards

/// The pictures of a tier, in their order of use and by key.
private struct Shelf: ~Copyable {
  private(set) var budget: Int
  private(set) var byteCount = 0
  private(set) var count = 0
  private(set) var highWaterMark = 0
  private var table = Table()
  private var newest: Link?
  private var oldest: Link?

  init(budget: Int) {
    self.budget = budget
  }

  deinit {
    _ = Departed(oldest)
  }

  mutating func use(_ key: ImageKey, _ hash: Int) -> Bitmap? {
    guard let link = table.find(key, hash) else { return nil }
    if link != newest {
      unlink(link)
      linkAsNewest(link)
    }
    return link.pointee.image
  }

  mutating func insert(_ image: Bitmap, _ key: ImageKey, _ hash: Int) -> Departed {
    var departed = remove(key, hash)
    let cost = image.byteCount
    guard cost <= budget else { return departed }
    trim(to: budget - cost, &departed)
    let link = Link.allocate(capacity: 1)
    link.initialize(to: Node(key: key, hash: hash, image: image))
    table.insert(link)
    linkAsNewest(link)
    count += 1
    byteCount += cost
    highWaterMark = max(highWaterMark, byteCount)
    return departed
  }

  mutating func remove(_ key: ImageKey, _ hash: Int) -> Departed {
    var departed = Departed()
    if let link = table.find(key, hash) { take(link, &departed) }
    return departed
  }

  mutating func setBudget(_ newBudget: Int) -> Departed {
    budget = newBudget
    return trim(to: newBudget)
  }

  /// Gives back the table too where nothing is left.
  mutating func trim(to limit: Int) -> Departed {
    var departed = Departed()
    trim(to: limit, &departed)
    if count == 0 { departed.table = replaceTable() }
    return departed
  }

  private mutating func replaceTable() -> Table {
    var table = Table()
    swap(&table, &self.table)
    return table
  }

  private mutating func trim(to limit: Int, _ departed: inout Departed) {
    while byteCount > limit, let link = oldest { take(link, &departed) }
  }

  private mutating func take(_ link: Link, _ departed: inout Departed) {
    table.remove(link)
    unlink(link)
    count -= 1
    byteCount -= link.pointee.image.byteCount
    departed.add(link)
  }

  private mutating func linkAsNewest(_ link: Link) {
    link.pointee.newer = nil
    link.pointee.older = newest
    if let newest { newest.pointee.newer = link } else { oldest = link }
    newest = link
  }

  private mutating func unlink(_ link: Link) {
    let (newer, older) = (link.pointee.newer, link.pointee.older)
    if let newer { newer.pointee.older = older } else { newest = older }
    if let older { older.pointee.newer = newer } else { oldest = newer }
  }
}

/// A picture with its place in the order of use and in the chain of its bucket.
///
/// In memory of its own and linked by plain pointers, so that a step along a list counts no
/// references.
private struct Node {
  let key: ImageKey
  let hash: Int
  let image: Bitmap
  var newer: Link?
  var older: Link?
  var nextInBucket: Link?
}

private typealias Link = UnsafeMutablePointer<Node>

/// What has left the tier. It ends with this value, after the lock was released, since the end of
/// a picture may run code of others.
///
/// Unchecked, since a pointer is not `Sendable`: nothing in the tier leads to these nodes any
/// more, so the holder of this value is alone with them.
private struct Departed: ~Copyable, @unchecked Sendable {
  private var first: Link?
  var table: Table?

  /// A node with all that follow it from one to the next newer one.
  init(_ first: Link? = nil) {
    self.first = first
  }

  mutating func add(_ link: Link) {
    link.pointee.newer = first
    first = link
  }

  deinit {
    var next = first
    while let link = next {
      next = link.pointee.newer
      link.deinitialize(count: 1)
      link.deallocate()
    }
  }
}

/// A hash table that grows by one bucket at a time (linear hashing).
///
/// With 2^k to 2^(k+1) buckets, a hash belongs to the bucket of its last k + 1 bits where there
/// is one, else to that of its last k bits. So bucket 2^k + i takes its nodes from bucket i when
/// it is made, and no other node moves. Buckets lie in segments that stay where they are: what
/// growing copies, now and then, is the list of segments.
private struct Table: ~Copyable {
  private typealias Bucket = UnsafeMutablePointer<Link?>

  private static let segmentLength = 1024
  private var segments: [Bucket] = []
  private var nodeCount = 0
  private var bucketCount = 0
  /// The largest power of two that is not above the number of buckets, less one.
  private var mask = 0

  deinit {
    for segment in segments { segment.deallocate() }
  }

  func find(_ key: ImageKey, _ hash: Int) -> Link? {
    guard nodeCount > 0 else { return nil }
    var next = bucket(of: hash).pointee
    while let link = next {
      if link.pointee.hash == hash, link.pointee.key == key { return link }
      next = link.pointee.nextInBucket
    }
    return nil
  }

  mutating func insert(_ link: Link) {
    nodeCount += 1
    if nodeCount > bucketCount { grow() }
    push(link, bucket(of: link.pointee.hash))
  }

  mutating func remove(_ link: Link) {
    nodeCount -= 1
    let bucket = bucket(of: link.pointee.hash)
    guard var previous = bucket.pointee, previous != link else {
      bucket.pointee = link.pointee.nextInBucket
      return
    }
    while let next = previous.pointee.nextInBucket, next != link { previous = next }
    previous.pointee.nextInBucket = link.pointee.nextInBucket
  }

  private func bucket(of hash: Int) -> Bucket {
    let index = hash & (mask * 2 + 1)
    return bucket(at: index < bucketCount ? index : hash & mask)
  }

  private func bucket(at index: Int) -> Bucket {
    segments[index / Self.segmentLength] + index % Self.segmentLength
  }

  private func push(_ link: Link, _ bucket: Bucket) {
    link.pointee.nextInBucket = bucket.pointee
    bucket.pointee = link
  }

  private mutating func grow() {
    if bucketCount == segments.count * Self.segmentLength {
      let segment = Bucket.allocate(capacity: Self.segmentLength)
      segment.initialize(repeating: nil, count: Self.segmentLength)
      segments.append(segment)
    }
    guard bucketCount > 0 else {
      bucketCount = Self.segmentLength
      mask = bucketCount - 1
      return
    }
    let newIndex = bucketCount
    if newIndex == 2 * (mask + 1) { mask = newIndex - 1 }
    bucketCount += 1
    let source = bucket(at: newIndex & mask)
    var next = source.pointee
    source.pointee = nil
    while let link = next {
      next = link.pointee.nextInBucket
      push(link, bucket(of: link.pointee.hash))
    }
  }
}
