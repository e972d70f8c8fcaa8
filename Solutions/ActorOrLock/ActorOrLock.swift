import Synchronization
public import Vocabulary

/// The memory tier as a class with a lock, so that a cell reads it in the frame in which it is
/// bound.
///
/// An actor would be as safe, and each read would be an `await`: a hop, and a frame without a
/// picture that was there all along. A lock keeps the read synchronous, at the price of a rule
/// that no compiler checks: under it there is nothing but a few steps on the state. No loader is
/// called, nothing is awaited and no picture ends there, so nobody ever waits for a decode or for
/// code of others, and a loader may use the cache itself.
///
/// What needs to wait is in ``image(for:orMake:)``, which holds the lock before and after but
/// never during. The compiler still proves that there is no data race: the state is reached
/// through `Mutex` alone.
public final class LockedImageCache: ImageCaching, Sendable {
  private let state: Mutex<State>

  /// An empty cache that holds at most `budget` bytes.
  public init(budget: Int) {
    state = Mutex(State(budget: budget))
  }

  /// What the cache holds, in bytes.
  public var byteCount: Int { state.withLock { $0.byteCount } }

  /// The picture that is held for exactly this key, which counts as a use of it; nil otherwise.
  public func image(for key: ImageKey) -> Bitmap? {
    state.withLock { $0.use(key) }
  }

  /// Takes a picture in, in place of the one for the key; the least recently used go for it.
  public func insert(_ image: Bitmap, for key: ImageKey) {
    end(state.withLock { $0.insert(image, for: key) })
  }

  /// Lets go of the picture for the key, and of no other size.
  ///
  /// A picture in the making is not kept when it is done.
  public func remove(_ key: ImageKey) {
    end(
      state.withLock { state in
        state.noteRemoval(of: key)
        return state.remove(key)
      })
  }

  /// Lets go of the least recently used until the cache holds at most `limit` bytes.
  public func trim(toBytes limit: Int) {
    end(state.withLock { $0.trim(to: limit) })
  }

  /// The picture for a key: the one that is held, else the one that is made, which is then kept.
  ///
  /// Two callers at once may both make it: to share the work is the loader's task, which can
  /// await. A picture whose key was removed while it was made goes to its caller and is not kept.
  ///
  /// - Parameters:
  ///   - key: The key under which the picture is held.
  ///   - make: Loads and decodes. It may use this cache.
  /// - Returns: The picture.
  /// - Throws: What `make` throws; then the cache is as it was.
  public func image(
    for key: ImageKey, orMake make: @Sendable () async throws -> Bitmap
  ) async throws -> Bitmap {
    let ticket = state.withLock { state in
      state.use(key).map(Ticket.found) ?? .toMake(removals: state.beginMaking(key))
    }
    let removals: Int
    switch ticket {
    case .found(let image): return image
    case .toMake(let number): removals = number
    }
    do {
      let image = try await make()
      end(
        state.withLock { state in
          state.endMaking(key, removals: removals) ? state.insert(image, for: key) : []
        })
      return image
    } catch {
      _ = state.withLock { $0.endMaking(key, removals: removals) }
      throw error
    }
  }

  /// Ends pictures outside the lock.
  ///
  /// Without this the compiler, which may end a value after its last use, would do it under the
  /// lock.
  private func end(_ departed: [Bitmap]) {
    withExtendedLifetime(departed) {}
  }

  private enum Ticket: Sendable {
    case found(Bitmap)
    case toMake(removals: Int)
  }
}

/// What the lock guards. Whatever lets go of pictures returns them, so that they end outside.
private struct State {
  /// A picture with its neighbours in the order of use. Entry zero is the end of the list on both
  /// sides: next to it are the oldest, as its newer one, and the newest, as its older one.
  private struct Entry {
    var picture: (key: ImageKey, image: Bitmap)?
    var newer = 0
    var older = 0
  }

  private let budget: Int
  private(set) var byteCount = 0
  private var places: [ImageKey: Int] = [:]
  private var entries = [Entry()]
  private var freePlaces: [Int] = []
  private var making: [ImageKey: (callers: Int, removals: Int)] = [:]

  init(budget: Int) {
    self.budget = budget
  }

  mutating func use(_ key: ImageKey) -> Bitmap? {
    guard let place = places[key] else { return nil }
    unlink(place)
    linkAsNewest(place)
    return entries[place].picture?.image
  }

  mutating func insert(_ image: Bitmap, for key: ImageKey) -> [Bitmap] {
    let former = remove(key)
    guard image.byteCount <= budget else { return former }
    let departed = former + trim(to: budget - image.byteCount)
    let place = freePlaces.popLast() ?? entries.endIndex
    if place == entries.endIndex { entries.append(Entry()) }
    entries[place].picture = (key, image)
    places[key] = place
    byteCount += image.byteCount
    linkAsNewest(place)
    return departed
  }

  mutating func remove(_ key: ImageKey) -> [Bitmap] {
    guard let place = places.removeValue(forKey: key), let picture = entries[place].picture else {
      return []
    }
    unlink(place)
    entries[place].picture = nil
    freePlaces.append(place)
    byteCount -= picture.image.byteCount
    return [picture.image]
  }

  mutating func trim(to limit: Int) -> [Bitmap] {
    var departed: [Bitmap] = []
    while byteCount > limit || limit <= 0, let oldest = entries[entries[0].newer].picture {
      departed += remove(oldest.key)
    }
    return departed
  }

  /// Counts a caller that makes the picture of a key.
  ///
  /// - Returns: How often the key has been removed since its first present maker began.
  mutating func beginMaking(_ key: ImageKey) -> Int {
    making[key, default: (0, 0)].callers += 1
    return making[key]?.removals ?? 0
  }

  mutating func noteRemoval(of key: ImageKey) {
    making[key]?.removals += 1
  }

  /// Counts the caller out again.
  ///
  /// - Returns: Whether the key has not been removed since the caller began.
  mutating func endMaking(_ key: ImageKey, removals: Int) -> Bool {
    guard let before = making[key] else { return false }
    making[key] = before.callers > 1 ? (before.callers - 1, before.removals) : nil
    return before.removals == removals
  }

  private mutating func linkAsNewest(_ place: Int) {
    let former = entries[0].older
    entries[place].older = former
    entries[place].newer = 0
    entries[former].newer = place
    entries[0].older = place
  }

  private mutating func unlink(_ place: Int) {
    let (newer, older) = (entries[place].newer, entries[place].older)
    entries[newer].older = older
    entries[older].newer = newer
  }
}
