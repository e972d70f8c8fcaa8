import Synchronization
public import Vocabulary

/// The memory tier: decoded pictures under a budget in bytes, the least recently used going first.
///
/// A picture costs what its rows take, padding included, whatever its file measured. The sum never
/// exceeds the budget, at no step. A picture that alone is larger is not kept, and none goes for
/// it but the former one under its key, which is no longer the right one.
///
/// Pictures lie in numbered places. The order of use and the hash table are made of these small
/// numbers, so that they stay close to the processor. The table grows by one bucket at a time, and
/// no place ever moves: each step takes constant time, and no insert pays for many others.
///
/// Usable from any thread. The lock is held for one picture at a time, and nothing is called out
/// under it: what leaves the tier ends after its release.
public final class MemoryTier: ImageCaching, Sendable {
  private let shelf: Mutex<Shelf>

  /// An empty tier.
  ///
  /// - Parameter budget: The most that all pictures may take, in bytes; less than zero is zero.
  public init(budget: Int) {
    shelf = Mutex(Shelf(budget: max(0, budget)))
  }

  /// The most that all pictures may take, in bytes; less than zero is zero. When setting it
  /// returns, the tier holds no more than that.
  public var budget: Int {
    get { shelf.withLock { $0.budget } }
    set {
      shelf.withLock { $0.budget = max(0, newValue) }
      trim(toBytes: newValue)
    }
  }

  /// What the tier holds, in bytes: the sum of ``Bitmap/byteCount`` over its pictures.
  public var byteCount: Int { shelf.withLock { $0.byteCount } }

  /// How many pictures the tier holds.
  public var count: Int { shelf.withLock { $0.count } }

  /// The most bytes that the tier has held so far.
  public var highWaterMark: Int { shelf.withLock { $0.highWaterMark } }

  /// The picture that is held for exactly this key, which counts as a use of it; nil otherwise.
  public func image(for key: ImageKey) -> Bitmap? {
    let hash = Int32(truncatingIfNeeded: key.tableHash)
    return shelf.withLock { $0.use(key, hash) }
  }

  /// Takes a picture in, in place of the one for the key; the least recently used go for it.
  public func insert(_ image: Bitmap, for key: ImageKey) {
    let hash = Int32(truncatingIfNeeded: key.tableHash)
    while true {
      let (departed, isDone) = shelf.withLock { $0.insert((key, image), hash) }
      end(departed)
      if isDone { return }
    }
  }

  /// Lets go of the picture for the key, and of no other size.
  public func remove(_ key: ImageKey) {
    let hash = Int32(truncatingIfNeeded: key.tableHash)
    end(shelf.withLock { $0.remove(key, hash) })
  }

  /// Lets go of the least recently used until the tier holds at most `limit` bytes.
  ///
  /// Done when memory is short: nothing grows, and an emptied tier gives back its places too.
  public func trim(toBytes limit: Int) {
    while let departed = shelf.withLock({ $0.removeOldest(above: limit) }) { end(departed) }
    shelf.withLock { $0.giveBackPlaces() }
  }

  /// Ends a picture outside the lock. The compiler, which may end a value right after its last
  /// use, would otherwise do it under the lock.
  private func end(_ departed: Picture?) {
    withExtendedLifetime(departed) {}
  }
}

// MARK: What the lock guards

private typealias Picture = (key: ImageKey, image: Bitmap)

/// The next places in the order of use.
private struct Neighbours {
  var newer: Place = 0
  var older: Place = 0
}

/// The number of a place for a picture, from one on.
///
/// Zero stands for none, and in the order of use for both ends: its newer one is the oldest of
/// all, its older one the newest.
private typealias Place = Int32

/// The pictures of a tier, in their order of use and by key.
private struct Shelf: ~Copyable {
  var budget: Int
  private(set) var byteCount = 0
  private(set) var count = 0
  private(set) var highWaterMark = 0
  private var pictures = Slab<Picture>(offset: 0)
  private var order = Slab<Neighbours>(offset: 32_900)
  private var hashes = Slab<Int32>(offset: 52_700)
  /// The next place in the same bucket.
  private var nextInBucket = Slab<Place>(offset: 78_900)
  /// The first of the places that were left, each of which leads to the next as its older one.
  private var left: Place = 0
  private var lastMade: Place = 0
  private var buckets = Slab<Place>(offset: 98_700)
  private var bucketCount: Int32 = 0
  /// The largest power of two that is not above the number of buckets, less one.
  private var mask: Int32 = 0

  init(budget: Int) {
    self.budget = budget
  }

  deinit {
    var place = count > 0 ? order[0].pointee.newer : 0
    while place != 0 {
      pictures[place].deinitialize(count: 1)
      place = order[place].pointee.newer
    }
  }

  mutating func use(_ key: ImageKey, _ hash: Int32) -> Bitmap? {
    let place = find(key, hash)
    guard place != 0 else { return nil }
    unlink(place)
    linkAsNewest(place)
    return pictures[place].pointee.image
  }

  /// Sends at most one picture away: the former one for the key, or the oldest one for its room.
  ///
  /// - Returns: What was sent away, and whether the picture is in or refused; if not, call again.
  mutating func insert(_ picture: Picture, _ hash: Int32) -> (departed: Picture?, isDone: Bool) {
    let cost = picture.image.byteCount
    var departed = remove(picture.key, hash)
    guard cost <= budget else { return (departed, true) }
    let room = budget - cost
    if byteCount > room, departed == nil { departed = removeOldest(above: room) }
    guard byteCount <= room else { return (departed, false) }
    let place = makePlace()
    pictures[place].initialize(to: picture)
    hashes[place].initialize(to: hash)
    count += 1
    byteCount += cost
    highWaterMark = max(highWaterMark, byteCount)
    linkAsNewest(place)
    if bucketCount < count { addBucket() }
    putIntoBucket(place)
    return (departed, true)
  }

  mutating func remove(_ key: ImageKey, _ hash: Int32) -> Picture? {
    let place = find(key, hash)
    return place == 0 ? nil : take(place)
  }

  mutating func removeOldest(above limit: Int) -> Picture? {
    guard count > 0, byteCount > limit || limit <= 0 else { return nil }
    return take(order[0].pointee.newer)
  }

  /// Gives back the memory of all places, where none is in use.
  mutating func giveBackPlaces() {
    guard count == 0 else { return }
    let highWaterMark = highWaterMark
    self = Shelf(budget: budget)
    self.highWaterMark = highWaterMark
  }

  private mutating func take(_ place: Place) -> Picture {
    takeOutOfBucket(place)
    unlink(place)
    order[place].pointee.older = left
    left = place
    let picture = pictures[place].move()
    count -= 1
    byteCount -= picture.image.byteCount
    return picture
  }

  private mutating func makePlace() -> Place {
    guard left == 0 else {
      defer { left = order[left].pointee.older }
      return left
    }
    if lastMade == 0 {
      order.cover(0)
      order[0].initialize(to: Neighbours())
    }
    lastMade += 1
    pictures.cover(lastMade)
    order.cover(lastMade)
    hashes.cover(lastMade)
    nextInBucket.cover(lastMade)
    return lastMade
  }

  private func linkAsNewest(_ place: Place) {
    let former = order[0].pointee.older
    order[place].pointee.newer = 0
    order[place].pointee.older = former
    order[former].pointee.newer = place
    order[0].pointee.older = place
  }

  private func unlink(_ place: Place) {
    let (newer, older) = (order[place].pointee.newer, order[place].pointee.older)
    order[newer].pointee.older = older
    order[older].pointee.newer = newer
  }
}

// MARK: By key

/// A hash table that grows by one bucket at a time (linear hashing).
///
/// With 2^k to 2^(k+1) buckets, a hash belongs to the bucket of its last k + 1 bits where there is
/// one, else to that of its last k bits. So bucket 2^k + i, when it is made, takes from bucket i.
extension Shelf {
  private func bucket(of hash: Int32) -> UnsafeMutablePointer<Place> {
    let index = hash & (mask << 1 | 1)
    return buckets[index < bucketCount ? index : hash & mask]
  }

  private func find(_ key: ImageKey, _ hash: Int32) -> Place {
    var place = count > 0 ? bucket(of: hash).pointee : 0
    while place != 0 {
      if hashes[place].pointee == hash, pictures[place].pointee.key == key { return place }
      place = nextInBucket[place].pointee
    }
    return 0
  }

  private func putIntoBucket(_ place: Place) {
    let bucket = bucket(of: hashes[place].pointee)
    nextInBucket[place].initialize(to: bucket.pointee)
    bucket.pointee = place
  }

  private func takeOutOfBucket(_ place: Place) {
    var link = bucket(of: hashes[place].pointee)
    while link.pointee != place { link = nextInBucket[link.pointee] }
    link.pointee = nextInBucket[place].pointee
  }

  private mutating func addBucket() {
    let added = bucketCount
    buckets.cover(added)
    buckets[added].initialize(to: 0)
    bucketCount += 1
    if added > mask << 1 | 1 { mask = mask << 1 | 1 }
    var place = buckets[added & mask].pointee
    buckets[added & mask].pointee = 0
    while place != 0 {
      let next = nextInBucket[place].pointee
      putIntoBucket(place)
      place = next
    }
  }
}

/// Elements by place, in segments that stay where they are: growing moves nothing.
///
/// A segment is long, so that there are few: one for all tiers that phones have. The system gives
/// it memory page by page, as it is touched, so a segment costs no more than it holds.
private struct Slab<Element>: ~Copyable {
  private static var bits: Place { 17 }
  private static var length: Place { 1 << bits }
  private var segments: [UnsafeMutablePointer<Element>] = []
  private let offset: Place

  /// - Parameter offset: How much earlier than others this one needs its next segment and page, so
  ///   that no insert waits for the system on behalf of all of them.
  init(offset: Place) {
    self.offset = offset
  }

  deinit {
    for segment in segments { segment.deallocate() }
  }

  /// The memory of a place, initialised or not.
  subscript(place: Place) -> UnsafeMutablePointer<Element> {
    let place = place + offset
    return segments[Int(place >> Self.bits)] + Int(place & (Self.length - 1))
  }

  /// Makes memory for a place, which is at most one beyond the last.
  mutating func cover(_ place: Place) {
    guard Int((place + offset) >> Self.bits) == segments.count else { return }
    segments.append(.allocate(capacity: Int(Self.length)))
  }
}
