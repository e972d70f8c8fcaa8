import Synchronization
public import Vocabulary

/// The memory tier: decoded pictures under a budget in bytes, the least recently used going first.
///
/// A picture costs what its rows take, padding included, whatever its file measured. The sum of
/// the costs never exceeds the budget, at no step. A picture that alone is larger is not kept,
/// and no other goes for it; the former one under its key goes all the same, since it is no
/// longer the right one.
///
/// Pictures lie in numbered places, and both the order of use and the hash table are made of
/// these numbers: eight bytes for each picture and purpose, so that they stay close to the
/// processor. The table grows by one bucket at a time, and no place ever moves. So each step
/// takes constant time on average, with no insert that pays for many others.
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

  /// The most that all pictures may take, in bytes; less than zero is zero.
  ///
  /// When setting it returns, the tier holds no more than that.
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
    let hash = key.tableHash
    return shelf.withLock { $0.use(key, hash) }
  }

  /// Takes a picture in, in place of the one for the key; the least recently used go for it.
  public func insert(_ image: Bitmap, for key: ImageKey) {
    let hash = key.tableHash
    let picture = Picture(key: key, image: image)
    var isDone = false
    while !isDone {
      let step = shelf.withLock { $0.insert(picture, hash) }
      end(step.departed)
      isDone = step.isDone
    }
  }

  /// Lets go of the picture for the key, and of no other size.
  public func remove(_ key: ImageKey) {
    let hash = key.tableHash
    end(shelf.withLock { $0.remove(key, hash) })
  }

  /// Lets go of the least recently used until the tier holds at most `limit` bytes.
  ///
  /// Allocates nothing, so it can be done when memory is short. An emptied tier gives back the
  /// memory of its places too.
  public func trim(toBytes limit: Int) {
    while let departed = shelf.withLock({ $0.removeOldest(above: limit) }) { end(departed) }
    shelf.withLock { $0.giveBackPlaces() }
  }

  /// Ends a picture outside the lock.
  ///
  /// Without this the compiler, which may end a value after its last use, would do it under the
  /// lock.
  private func end(_ departed: Picture?) {
    withExtendedLifetime(departed) {}
  }
}

/// A picture with the key that takes it out of the table again.
private struct Picture: Sendable {
  let key: ImageKey
  let image: Bitmap
}

// MARK: What the lock guards

/// The pictures of a tier, in their order of use and by key.
private struct Shelf: ~Copyable {
  /// The outcome of one step of an insert.
  struct Step: Sendable {
    /// What left the tier, to end outside the lock.
    var departed: Picture?
    /// Whether the picture is in, or refused; otherwise there is still no room for it.
    var isDone = true
  }

  /// The next places in the order of use.
  struct Neighbours {
    var newer: Place
    var older: Place
  }

  var budget: Int
  private(set) var byteCount = 0
  private(set) var count = 0
  private(set) var highWaterMark = 0
  private var pictures = Slab<Picture>()
  private var order = Slab<Neighbours>()
  private var table = Table()
  private var newest = Place.none
  private var oldest = Place.none
  /// The first of the places that were left, each of which leads to the next as its older one.
  private var left = Place.none
  /// How many places have ever been taken.
  private var taken: Place = 0

  init(budget: Int) {
    self.budget = budget
  }

  deinit {
    var place = oldest
    while place != .none {
      pictures[place].deinitialize(count: 1)
      place = order[place].pointee.newer
    }
  }

  mutating func use(_ key: ImageKey, _ hash: Int) -> Bitmap? {
    let place = find(key, hash)
    guard place != .none else { return nil }
    if place != newest {
      unlink(place)
      linkAsNewest(place)
    }
    return pictures[place].pointee.image
  }

  /// Sends at most one picture away: the former one for the key, or the oldest one for its room.
  mutating func insert(_ picture: Picture, _ hash: Int) -> Step {
    let cost = picture.image.byteCount
    var step = Step(departed: remove(picture.key, hash))
    guard cost <= budget else { return step }
    let room = budget - cost
    if byteCount > room, step.departed == nil { step.departed = removeOldest(above: room) }
    step.isDone = byteCount <= room
    if step.isDone { add(picture, cost, hash) }
    return step
  }

  mutating func remove(_ key: ImageKey, _ hash: Int) -> Picture? {
    let place = find(key, hash)
    return place == .none ? nil : take(place)
  }

  mutating func removeOldest(above limit: Int) -> Picture? {
    guard count > 0, byteCount > limit || limit <= 0 else { return nil }
    return take(oldest)
  }

  /// Gives back the memory of all places, where none is in use.
  mutating func giveBackPlaces() {
    guard count == 0 else { return }
    pictures = Slab()
    order = Slab()
    table = Table()
    left = .none
    taken = 0
  }

  private func find(_ key: ImageKey, _ hash: Int) -> Place {
    guard count > 0 else { return .none }
    var place = table.first(hash)
    while place != .none, pictures[place].pointee.key != key { place = table.next(place, hash) }
    return place
  }

  private mutating func add(_ picture: Picture, _ cost: Int, _ hash: Int) {
    let place = makePlace()
    pictures[place].initialize(to: picture)
    linkAsNewest(place)
    count += 1
    table.insert(place, hash, count: count)
    byteCount += cost
    highWaterMark = max(highWaterMark, byteCount)
  }

  private mutating func take(_ place: Place) -> Picture {
    let picture = pictures[place].move()
    table.remove(place)
    unlink(place)
    order[place].pointee.older = left
    left = place
    count -= 1
    byteCount -= picture.image.byteCount
    return picture
  }

  private mutating func makePlace() -> Place {
    guard left == .none else {
      defer { left = order[left].pointee.older }
      return left
    }
    pictures.cover(taken)
    order.cover(taken)
    defer { taken += 1 }
    return taken
  }

  private mutating func linkAsNewest(_ place: Place) {
    order[place].initialize(to: Neighbours(newer: .none, older: newest))
    if newest == .none { oldest = place } else { order[newest].pointee.newer = place }
    newest = place
  }

  private mutating func unlink(_ place: Place) {
    let (newer, older) = (order[place].pointee.newer, order[place].pointee.older)
    if newer == .none { newest = older } else { order[newer].pointee.older = older }
    if older == .none { oldest = newer } else { order[older].pointee.newer = newer }
  }
}

/// The number of a place for a picture.
private typealias Place = Int32

extension Place {
  fileprivate static let none: Place = -1
}

/// Elements by place, in segments that stay where they are: growing copies nothing but, now and
/// then, the list of segments.
private struct Slab<Element>: ~Copyable {
  private static var bits: Place { 10 }
  private static var length: Place { 1 << bits }
  private var segments: [UnsafeMutablePointer<Element>] = []

  deinit {
    for segment in segments { segment.deallocate() }
  }

  /// The memory of a place, initialised or not.
  subscript(place: Place) -> UnsafeMutablePointer<Element> {
    segments[Int(place >> Self.bits)] + Int(place & (Self.length - 1))
  }

  /// Makes memory for a place, which is at most one segment beyond the last.
  mutating func cover(_ place: Place) {
    guard place >> Self.bits >= segments.count else { return }
    segments.append(.allocate(capacity: Int(Self.length)))
  }
}

/// A hash table that grows by one bucket at a time (linear hashing).
///
/// With 2^k to 2^(k+1) buckets, a hash belongs to the bucket of its last k + 1 bits where there
/// is one, else to that of its last k bits. So bucket 2^k + i takes its places from bucket i when
/// it is made, and no other place moves.
private struct Table: ~Copyable {
  struct Link {
    let hash: Int32
    var next: Place
  }

  private var buckets = Slab<Place>()
  private var links = Slab<Link>()
  private var bucketCount: Int32 = 0
  /// The largest power of two that is not above the number of buckets, less one.
  private var mask: Int32 = 0

  /// The first place with that hash. There must have been an insert.
  func first(_ hash: Int) -> Place {
    skip(buckets[bucket(of: Int32(truncatingIfNeeded: hash))].pointee, hash)
  }

  /// The next place with that hash.
  func next(_ place: Place, _ hash: Int) -> Place {
    skip(links[place].pointee.next, hash)
  }

  mutating func insert(_ place: Place, _ hash: Int, count: Int) {
    while bucketCount < count { grow() }
    links.cover(place)
    push(place, Int32(truncatingIfNeeded: hash))
  }

  mutating func remove(_ place: Place) {
    let link = links[place].pointee
    let first = buckets[bucket(of: link.hash)]
    guard first.pointee != place else {
      first.pointee = link.next
      return
    }
    var previous = first.pointee
    while links[previous].pointee.next != place { previous = links[previous].pointee.next }
    links[previous].pointee.next = link.next
  }

  private func skip(_ place: Place, _ hash: Int) -> Place {
    let hash = Int32(truncatingIfNeeded: hash)
    var place = place
    while place != .none, links[place].pointee.hash != hash { place = links[place].pointee.next }
    return place
  }

  private func bucket(of hash: Int32) -> Place {
    let index = hash & (mask << 1 | 1)
    return index < bucketCount ? index : hash & mask
  }

  private func push(_ place: Place, _ hash: Int32) {
    let bucket = buckets[bucket(of: hash)]
    links[place].initialize(to: Link(hash: hash, next: bucket.pointee))
    bucket.pointee = place
  }

  private mutating func grow() {
    let added = bucketCount
    buckets.cover(added)
    buckets[added].initialize(to: .none)
    bucketCount += 1
    guard added > 0 else { return }
    if added > mask << 1 | 1 { mask = mask << 1 | 1 }
    let source = buckets[added & mask]
    var place = source.pointee
    source.pointee = .none
    while place != .none {
      let link = links[place].pointee
      push(place, link.hash)
      place = link.next
    }
  }
}
