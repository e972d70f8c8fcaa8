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

/// The number of a place for a picture, from one on.
///
/// Zero stands for none, and in the order of use for both ends: its newer one is the oldest of
/// all, its older one the newest.
private typealias Place = Int32

/// What is at a place. One that was left holds nothing and leads to the next one that was left as
/// its older one.
private struct Holder {
  var picture: Picture?
  var hash: Int32 = 0
  /// The next place in the same bucket.
  var next: Place = 0
  var newer: Place = 0
  var older: Place = 0
}

/// The pictures of a tier, in their order of use and by key.
private struct Shelf: ~Copyable {
  var budget: Int
  private(set) var byteCount = 0
  private(set) var count = 0
  private(set) var highWaterMark = 0
  private var places = Slab<Holder>()
  /// The first of the places that were left.
  private var left: Place = 0
  /// The first place in each bucket.
  private var buckets = Slab<Place>()
  /// The largest power of two that is not above the number of buckets, less one.
  private var mask: Int32 = 0

  init(budget: Int) {
    self.budget = budget
  }

  mutating func use(_ key: ImageKey, _ hash: Int32) -> Bitmap? {
    let place = find(key, hash)
    guard place != 0 else { return nil }
    unlink(place)
    linkAsNewest(place)
    return places[place].pointee.picture?.image
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
    places[place].pointee.picture = picture
    places[place].pointee.hash = hash
    count += 1
    byteCount += cost
    highWaterMark = max(highWaterMark, byteCount)
    linkAsNewest(place)
    if buckets.count < count { addBucket() }
    putIntoBucket(place)
    return (departed, true)
  }

  mutating func remove(_ key: ImageKey, _ hash: Int32) -> Picture? {
    let place = find(key, hash)
    return place == 0 ? nil : take(place)
  }

  mutating func removeOldest(above limit: Int) -> Picture? {
    guard count > 0, byteCount > limit || limit <= 0 else { return nil }
    return take(places[0].pointee.newer)
  }

  /// Gives back the memory of all places, where none is in use.
  mutating func giveBackPlaces() {
    guard count == 0 else { return }
    let highWaterMark = highWaterMark
    self = Shelf(budget: budget)
    self.highWaterMark = highWaterMark
  }

  private mutating func take(_ place: Place) -> Picture? {
    takeOutOfBucket(place)
    unlink(place)
    places[place].pointee.older = left
    left = place
    // By hand: the compiler of 6.3.1 fails on `take()` here, with -O under ThreadSanitizer.
    let picture = places[place].pointee.picture
    places[place].pointee.picture = nil
    count -= 1
    byteCount -= picture?.image.byteCount ?? 0
    return picture
  }

  private mutating func makePlace() -> Place {
    guard left == 0 else {
      defer { left = places[left].pointee.older }
      return left
    }
    if places.count == 0 { places.append(Holder()) }
    places.append(Holder())
    return places.count - 1
  }

  private func linkAsNewest(_ place: Place) {
    let former = places[0].pointee.older
    places[place].pointee.newer = 0
    places[place].pointee.older = former
    places[former].pointee.newer = place
    places[0].pointee.older = place
  }

  private func unlink(_ place: Place) {
    let (newer, older) = (places[place].pointee.newer, places[place].pointee.older)
    places[newer].pointee.older = older
    places[older].pointee.newer = newer
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
    return buckets[index < buckets.count ? index : hash & mask]
  }

  private func find(_ key: ImageKey, _ hash: Int32) -> Place {
    var place = count > 0 ? bucket(of: hash).pointee : 0
    while place != 0 {
      let holder = places[place]
      if holder.pointee.hash == hash, holder.pointee.picture?.key == key { return place }
      place = holder.pointee.next
    }
    return 0
  }

  private func putIntoBucket(_ place: Place) {
    let bucket = bucket(of: places[place].pointee.hash)
    places[place].pointee.next = bucket.pointee
    bucket.pointee = place
  }

  private func takeOutOfBucket(_ place: Place) {
    let bucket = bucket(of: places[place].pointee.hash)
    let next = places[place].pointee.next
    if bucket.pointee == place {
      bucket.pointee = next
    } else {
      var former = bucket.pointee
      while places[former].pointee.next != place { former = places[former].pointee.next }
      places[former].pointee.next = next
    }
  }

  private mutating func addBucket() {
    let added = buckets.count
    buckets.append(0)
    if added > mask << 1 | 1 { mask = mask << 1 | 1 }
    var place = buckets[added & mask].pointee
    buckets[added & mask].pointee = 0
    while place != 0 {
      let next = places[place].pointee.next
      putIntoBucket(place)
      place = next
    }
  }
}

/// Elements by number, in segments that stay where they are: growing moves nothing but the list of
/// segments.
///
/// A segment is a few pages long. A small tier takes little more than it needs, and an insert that
/// makes a segment waits for the allocator about as long as one that touches a new page waits for
/// the system. All of them have one length, so the two slabs of a shelf, of which one is an element
/// ahead of the other, never make theirs in the same insert.
private struct Slab<Element>: ~Copyable {
  private static var bits: Place { 11 }
  private static var length: Place { 1 << bits }
  private(set) var count: Place = 0
  private var segments: [UnsafeMutablePointer<Element>] = []

  deinit {
    for place in 0..<count { self[place].deinitialize(count: 1) }
    for segment in segments { segment.deallocate() }
  }

  subscript(place: Place) -> UnsafeMutablePointer<Element> {
    segments[Int(place >> Self.bits)] + Int(place & (Self.length - 1))
  }

  mutating func append(_ element: Element) {
    if count & (Self.length - 1) == 0 { segments.append(.allocate(capacity: Int(Self.length))) }
    self[count].initialize(to: element)
    count += 1
  }
}
