public import Vocabulary

/// One entry of a list: who it is, and which picture belongs to it now.
///
/// Two items are equal where their ids are, and hash alike then: the list tells rows apart by
/// identity. Pictures are no part of an item, so that one arrives changes no identity.
public struct Item: Identifiable, Sendable {
  /// Who an item is, for as long as it exists, whatever row it stands in and whatever it shows.
  public struct ID: Hashable, Sendable {
    /// The server's name for it.
    public let name: String

    /// The id with that name.
    public init(_ name: String) {
      self.name = name
    }
  }

  /// Who it is.
  public let id: ID
  /// Its picture; nil for none. Several items may have one.
  public let key: ImageKey?

  /// An item with that picture.
  public init(id: ID, key: ImageKey?) {
    self.id = id
    self.key = key
  }
}

extension Item: Hashable {
  /// Whether both are the same item, be it with another picture.
  public static func == (lhs: Item, rhs: Item) -> Bool { lhs.id == rhs.id }

  /// Feeds the id.
  public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// The items of a list at one moment, in order, each of them once.
public struct ListSnapshot: Sendable {
  /// The items.
  public private(set) var items: [Item] = []
  private var places: [Item.ID: Int] = [:]

  /// A snapshot of the given items; see ``merge(_:)``.
  public init(_ items: [Item] = []) {
    merge(items)
  }

  /// Puts a page behind the items.
  ///
  /// An item that is there already stays once and at its first place; what the page says about it
  /// is newer, and holds. Linear in the page.
  public mutating func merge(_ page: [Item]) {
    for item in page {
      if let place = places[item.id] {
        items[place] = item
      } else {
        places[item.id] = items.count
        items.append(item)
      }
    }
  }
}

/// What a list has to do on the screen.
public enum ListUpdate: Hashable, Sendable {
  /// Show these rows in this order, and configure those anew that stay with another picture.
  case apply(order: [Item.ID], reconfigure: [Item.ID])
  /// Configure rows anew, where they are, in the order of their arrival on the list.
  case reconfigure([Item.ID])
}

/// A list whose pictures arrive while it is edited.
///
/// Everything goes by identity. No row number outlives a step: a picture belongs to an item by its
/// id, and by the key for which it was loaded to all others with that key. What arrives for an item
/// that has left goes into the cache and nowhere else.
///
/// The list is the one place from which its screen is told: on the main actor, one update after
/// the other. An update that is brought about while one is being shown waits until that is done,
/// so each is computed against the state in which the former left the screen.
///
/// An arrival costs time linear in the rows that show the picture, whatever the length of the list.
@MainActor
public final class PhotoList {
  private struct Entry {
    var item: Item
    var picture: Bitmap?
  }

  private let cache: any ImageCaching
  private let show: @MainActor (ListUpdate) -> Void
  private var entries: [Item.ID: Entry] = [:]
  private var order: [Item.ID] = []
  /// Which items have a key, in the order in which they came.
  private var sharers: [ImageKey: [Item.ID]] = [:]
  private var loading: Set<ImageKey> = []
  /// The key of the last load on behalf of an item, until it has ended. The item may be gone by
  /// then, or have another key.
  private var begun: [Item.ID: ImageKey] = [:]
  private var updates: [ListUpdate] = []
  private var isShowing = false

  /// An empty list.
  ///
  /// - Parameters:
  ///   - cache: The memory tier, into which every picture goes that arrives.
  ///   - show: Brings an update to the screen. It may call the list.
  public init(cache: any ImageCaching, show: @escaping @MainActor (ListUpdate) -> Void) {
    self.cache = cache
    self.show = show
  }

  /// The ids of the rows, in order.
  public var rows: [Item.ID] { order }

  /// What a row shows when it is configured: the picture that arrived for it, or one from the
  /// cache; nil for the placeholder.
  public func picture(for id: Item.ID) -> Bitmap? {
    guard let entry = entries[id] else { return nil }
    return entry.picture ?? entry.item.key.flatMap { cache.image(for: $0) }
  }

  /// Replaces the list by a snapshot.
  ///
  /// An item that stays keeps its picture, unless it has got another key. Linear in both lists.
  public func apply(_ snapshot: ListSnapshot) {
    let former = entries
    var changed: [Item.ID] = []
    entries = [:]
    sharers = [:]
    order = snapshot.items.map(\.id)
    for item in snapshot.items {
      let known = former[item.id]
      let isSame = known?.item.key == item.key
      if known != nil, !isSame { changed.append(item.id) }
      entries[item.id] = Entry(item: item, picture: isSame ? known?.picture : nil)
      if let key = item.key { sharers[key, default: []].append(item.id) }
    }
    enqueue(.apply(order: order, reconfigure: changed))
  }

  /// Says which picture has to be loaded for a row that comes on the screen.
  ///
  /// - Returns: The key, once for all rows that share it. It has to be followed by
  ///   ``arrived(_:for:key:)`` or ``failed(for:key:)`` with this id. Nil where there is nothing to
  ///   load: the picture is there, or on its way, or the item has none or is not in the list.
  public func begin(for id: Item.ID) -> ImageKey? {
    guard picture(for: id) == nil, let key = entries[id]?.item.key,
      loading.insert(key).inserted
    else { return nil }
    begun[id] = key
    return key
  }

  /// Takes in a picture that was loaded on behalf of an item.
  ///
  /// - Parameters:
  ///   - picture: The picture.
  ///   - id: The item, in the list or not.
  ///   - key: For which key it was loaded. By default that of the last load for the item, else the
  ///     one that it has now; an item whose key has changed meanwhile can have two loads.
  public func arrived(_ picture: Bitmap, for id: Item.ID, key: ImageKey? = nil) {
    guard let key = endLoad(for: id, key) else { return }
    cache.insert(picture, for: key)
    let rows = sharers[key] ?? []
    for row in rows { entries[row]?.picture = picture }
    if !rows.isEmpty { enqueue(.reconfigure(rows)) }
  }

  /// Takes in that a load failed. Nothing on the screen changes, and the next row that asks for
  /// the picture loads again.
  public func failed(for id: Item.ID, key: ImageKey? = nil) {
    _ = endLoad(for: id, key)
  }

  /// Lets go of the picture of a row that has left the screen; the cache may have it still.
  public func release(_ id: Item.ID) {
    entries[id]?.picture = nil
  }

  /// Returns for which key the load was.
  private func endLoad(for id: Item.ID, _ given: ImageKey?) -> ImageKey? {
    guard let key = given ?? begun[id] ?? entries[id]?.item.key else { return nil }
    if begun[id] == key { begun[id] = nil }
    loading.remove(key)
    return key
  }

  private func enqueue(_ update: ListUpdate) {
    updates.append(update)
    guard !isShowing else { return }
    isShowing = true
    defer { isShowing = false }
    var next = 0
    while next < updates.count {
      show(updates[next])
      next += 1
    }
    updates = []
  }
}
