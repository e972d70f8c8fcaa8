public import Vocabulary

/// How much of a deck is kept. Values below zero count as zero.
public struct DeckLimits: Hashable, Sendable {
  /// The next page is asked for once so many cards are left, or fewer.
  public var lowWaterMark: Int = 3
  /// For how many cards, from the top one on, pictures are loaded.
  public var picturesAhead: Int = 3
  /// How many cards have to come before the id of one is forgotten. Held are twice as many.
  public var remembered: Int = 10_000
  /// How many pages without a new card, one after the other, come without a pause; at least one.
  public var barrenPages: Int = 3

  /// The limits that a product would start with.
  public init() {}
}

/// What a deck has to do next. The number tells a step from all others of its deck.
public enum DeckStep: Hashable, Sendable {
  /// Ask for the page after a cursor, and tell the plan what comes of it.
  case ask(after: CardPage.Cursor?, number: Int)
  /// Pause, and tell the plan when that is over: the how-manieth pause in a row it is, from zero,
  /// and how long the server wants to be left alone.
  case pause(attempt: Int, retryAfter: Duration?, number: Int)
}

/// The decisions of a deck: which card is on top, and what to ask for when.
///
/// Cards are told apart by id, never by a place in a list: a place means another card as soon as
/// those behind it are given up. There is one step at a time, so that no swipe asks for a page that
/// has been asked for; what comes of a step that is not the present one is dropped. A failure is no
/// reason to stop, nor is a page without a new card: only a page without a next cursor is the end.
///
/// Held are the latest swiped card, at most `lowWaterMark` others, and one page. A card that comes
/// again is passed over while its id is remembered: not everyone whom the user ever saw is kept.
public struct DeckPlan: Sendable {
  private let limits: DeckLimits
  /// The top card last, so that a swipe and its undo move no other.
  private var stack: [Card] = []
  private var known: KnownCards
  private var cursor: CardPage.Cursor?
  private var present: DeckStep?
  private var lastNumber = 0
  /// How many pages in a row have failed, and how many brought nothing new.
  private var (failures, barren) = (0, 0)
  private var retryAfter: Duration?
  private var isPauseDue = false
  /// The card that was swiped last; nil once it is back or gone.
  public private(set) var latest: Card?
  /// Whether the last page has come.
  public private(set) var hasEnded: Bool = false

  /// A deck without cards, whose first page has not been asked for.
  public init(_ limits: DeckLimits = DeckLimits()) {
    (self.limits, known) = (limits, KnownCards(limit: limits.remembered))
  }

  /// The card to be swiped next; nil where there is none.
  public var top: Card? { stack.last }
  /// The cards whose pictures are wanted, the top one first.
  public var upcoming: [Card] { stack.suffix(max(limits.picturesAhead, 0)).reversed() }
  /// How many cards are held, the latest swiped one included.
  public var heldCount: Int { stack.count + (latest == nil ? 0 : 1) }
  /// Whether so few cards are left that the next page is due.
  public var isLow: Bool { stack.count <= max(limits.lowWaterMark, 0) }

  /// Takes the top card away. Nil, and nothing has changed, where another one or none is on top.
  public mutating func swipe(_ id: Card.ID) -> Card? {
    guard top?.id == id, let card = stack.popLast() else { return nil }
    latest = card
    return card
  }

  /// Puts a swiped card on top again. False, and nothing has changed, where it is in the deck.
  public mutating func putBack(_ card: Card) -> Bool {
    guard !stack.contains(where: { $0.id == card.id }) else { return false }
    if latest?.id == card.id { latest = nil }
    _ = known.insert(card.id)
    stack.append(card)
    return true
  }

  /// Takes a card away, wherever it is, and passes it over when it comes: it was swiped elsewhere.
  public mutating func remove(_ id: Card.ID) {
    stack.removeAll { $0.id == id }
    if latest?.id == id { latest = nil }
    _ = known.insert(id)
  }

  /// Lets a card that is not held come again: its swipe, of an earlier launch, was taken back.
  public mutating func readmit(_ id: Card.ID) { known.forget([id]) }

  /// Starts anew at the first page, as after a change of filters. What comes of the present step is
  /// dropped. Cards that were not swiped may come again, swiped ones may not.
  public mutating func reset() {
    known.forget(stack.map(\.id))
    (stack, cursor, present, hasEnded) = ([], nil, nil, false)
    (failures, barren, retryAfter, isPauseDue) = (0, 0, nil, false)
  }

  /// What to do now; nil while a step is under way, and where nothing is to be done.
  public mutating func nextStep() -> DeckStep? {
    guard present == nil, isLow, !hasEnded else { return nil }
    lastNumber += 1
    let attempt = max(failures - 1, barren - max(limits.barrenPages, 1), 0)
    present =
      isPauseDue
      ? .pause(attempt: attempt, retryAfter: retryAfter, number: lastNumber)
      : .ask(after: cursor, number: lastNumber)
    return present
  }

  /// Takes in the page that a step has brought, and says whether it counts.
  public mutating func arrive(_ page: CardPage, by step: DeckStep) -> Bool {
    guard end(step) else { return false }
    var held = Set(stack.map(\.id) + [latest?.id].compactMap { $0 })
    let new = page.cards.filter { known.insert($0.id) && held.insert($0.id).inserted }
    // Below the few that are left, the first on top.
    stack.insert(contentsOf: new.reversed(), at: 0)
    barren = new.isEmpty ? barren + 1 : 0
    (failures, retryAfter, isPauseDue) = (0, nil, barren >= max(limits.barrenPages, 1))
    (cursor, hasEnded) = (page.nextCursor, page.nextCursor == nil)
    return true
  }

  /// Takes in that a step has failed: the same page is asked for again, after a pause.
  public mutating func fail(_ step: DeckStep, retryAfter: Duration? = nil) {
    if end(step) { (failures, self.retryAfter, isPauseDue) = (failures + 1, retryAfter, true) }
  }

  /// Takes in that a pause is over.
  public mutating func resume(_ step: DeckStep) { if end(step) { isPauseDue = false } }

  /// Ends a pause early, and says whether there was one.
  public mutating func wake() -> Bool {
    guard case .pause? = present else { return false }
    (present, isPauseDue) = (nil, false)
    return true
  }

  private mutating func end(_ step: DeckStep) -> Bool {
    guard present == step else { return false }
    present = nil
    return true
  }
}

/// The ids of cards that have come lately, in two halves: when the younger one is full, the older
/// one is forgotten as a whole. So an id is remembered in constant time on average.
private struct KnownCards {
  let limit: Int
  var young: Set<Card.ID> = []
  var old: Set<Card.ID> = []

  /// Remembers an id; false where it was known.
  mutating func insert(_ id: Card.ID) -> Bool {
    guard !old.contains(id), young.insert(id).inserted else { return false }
    if young.count > limit { (old, young) = (young, []) }
    return true
  }

  mutating func forget(_ ids: [Card.ID]) {
    young.subtract(ids)
    old.subtract(ids)
  }
}

/// A deck on the screen: it performs what a ``DeckPlan`` decides.
///
/// On the main actor: a swipe is on the screen in the frame in which the finger leaves it, so it
/// changes the deck in one call. ``onChange`` may call the deck again. Where the deck goes, so do
/// its requests and loads.
@MainActor
public final class CardDeck {
  /// How long a pause is; see ``DeckStep/pause(attempt:retryAfter:number:)``.
  public typealias Delay = @MainActor (_ attempt: Int, _ retryAfter: Duration?) -> Duration

  /// The picture of one card, or the wait for it. A later wait for the card is another object.
  private final class Slot {
    let card: Card.ID
    var (picture, task): (Bitmap?, Task<Void, Never>?) = (nil, nil)

    init(_ card: Card.ID) { self.card = card }
    deinit { task?.cancel() }
  }

  private let pages: any CardPaging
  private let pictures: any ImageLoading
  private let cardSize: Int
  private let clock: any Clock<Duration>
  private let delay: Delay
  private var slots: [Slot] = []
  private var running: Task<Void, Never>?

  /// The decisions so far, to be looked at.
  public private(set) var plan: DeckPlan
  /// Told when the cards or a picture may have changed.
  public var onChange: (@MainActor () -> Void)?

  /// A deck that asks for nothing before ``start()``. A card is `cardSize` pixels long or wide.
  public init(
    pages: any CardPaging, pictures: any ImageLoading, cardSize: Int, clock: any Clock<Duration>,
    limits: DeckLimits = DeckLimits(), delay: @escaping Delay
  ) {
    (self.pages, self.pictures, self.cardSize) = (pages, pictures, cardSize)
    (self.clock, self.delay, plan) = (clock, delay, DeckPlan(limits))
  }

  deinit { running?.cancel() }

  /// How many pictures are held: at most `picturesAhead` and one.
  public var pictureCount: Int { slots.count { $0.picture != nil } }

  /// The picture of a card that is on top or soon will be; nil for the placeholder.
  public func picture(of id: Card.ID) -> Bitmap? { slots.first { $0.card == id }?.picture }

  /// Asks for the first page.
  public func start() { advance() }

  /// Swipes the card that the user saw on top; see ``DeckPlan/swipe(_:)``.
  public func swipe(_ id: Card.ID) -> Card? { change { $0.swipe(id) } }

  /// Puts a swiped card on top again; see ``DeckPlan/putBack(_:)``.
  public func putBack(_ card: Card) -> Bool { change { $0.putBack(card) } }

  /// Takes cards away, wherever they are, and tells of it once; see ``DeckPlan/remove(_:)``.
  public func remove(_ ids: Set<Card.ID>) { change { plan in ids.forEach { plan.remove($0) } } }

  /// Lets a card come again; see ``DeckPlan/readmit(_:)``.
  public func readmit(_ id: Card.ID) { plan.readmit(id) }

  /// Tries again at once what has failed or was given up: the connection or the user is back.
  public func wake() {
    if plan.wake() { running?.cancel() }
    change { _ in }
  }

  /// Gives up all pictures and loads but those of the top card, until the deck changes.
  public func giveUpHiddenPictures() { slots.removeAll { $0.card != plan.top?.id } }

  /// Starts anew at the first page; see ``DeckPlan/reset()``.
  public func reset() {
    running?.cancel()
    change { $0.reset() }
  }

  /// Changes the cards, brings pictures and pages in line with them, and then tells of it.
  private func change<Value>(_ body: (inout DeckPlan) -> Value) -> Value {
    let value = body(&plan)
    let (upcoming, latest) = (plan.upcoming, plan.latest?.id)
    // What leaves goes first, with its load, and makes room before anything is decoded. The latest
    // swiped card keeps its picture, since it may be put back, but is not waited for.
    slots.removeAll { slot in
      (slot.card != latest || slot.picture == nil) && !upcoming.contains { $0.id == slot.card }
    }
    for card in upcoming { load(card) }
    // Nothing is asked for before the start.
    if running != nil { advance() }
    onChange?()
    return value
  }

  /// Performs the next step in a task of its own: no stack grows with a thousand empty pages.
  private func advance() {
    guard let step = plan.nextStep() else { return }
    running = Task { [weak self, pages, clock, delay] in
      switch step {
      case .ask(let cursor, _):
        do {
          let page = try await pages.page(after: cursor)
          self?.change { _ = $0.arrive(page, by: step) }
        } catch TransportError.unavailable(let time) {
          self?.change { $0.fail(step, retryAfter: time) }
        } catch {
          self?.change { $0.fail(step) }
        }
      case .pause(let attempt, let retryAfter, _):
        try? await clock.sleep(for: max(delay(attempt, retryAfter), .zero))
        self?.change { $0.resume(step) }
      }
    }
  }

  /// Loads a picture that is not there or on its way; one that failed, whenever the deck changes.
  private func load(_ card: Card) {
    let former = slots.first { $0.card == card.id }
    guard former?.picture == nil, former?.task == nil else { return }
    let slot = former ?? Slot(card.id)
    if former == nil { slots.append(slot) }
    slot.task = Task { [weak self, weak slot, pictures, cardSize] in
      guard !Task.isCancelled else { return }
      let picture = try? await pictures.image(
        for: ImageKey(url: card.photoURL, maxPixelSize: cardSize))
      slot?.task = nil
      guard let self, let slot, let picture else { return }
      slot.picture = picture
      self.onChange?()
    }
  }
}
