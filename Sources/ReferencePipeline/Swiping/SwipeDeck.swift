public import LowWaterMarkSolution
public import SwipesMustNotBeLostSolution
import UndoTheSwipeSolution
public import Vocabulary

/// The complete deck, put together from the solutions: cards ahead of the finger, swipes that are
/// on the screen at once and counted exactly once, and the way back.
///
/// 1. **The screen** changes in the call: the card goes or comes back, and the next is there with
///    its picture. It waits for nothing.
/// 2. **The disk** has each swipe before it is called done (``Event/saved(_:)``), in the order of
///    the screen.
/// 3. **The server** has it after that: one at a time, again after longer and longer pauses, and at
///    once when ``wake()`` is called. Its word holds: a swipe that it does not take back goes from
///    the screen again.
///
/// ```swift
/// let deck = SwipeDeck(SwipeDeck.Configuration(cardSize: 1170), in: surroundings)
/// deck.onChange = { screen.show(deck.top, deck.top.flatMap { deck.picture(of: $0.id) }) }
/// deck.onEvent = { if case .matched(let card) = $0 { screen.celebrate(card) } }
/// deck.start()
/// ```
///
/// On the main actor, since the screen is. ``onChange`` and ``onEvent`` may call the deck again.
/// Where the deck goes, it asks for no more cards and makes no more attempts. What is on the disk
/// by then stays there for the next one: see ``untilSafe()``. Make one deck for a folder: files that
/// are made with `isExclusive` refuse a second one.
@MainActor
public final class SwipeDeck {
  /// Told when the top card or a picture may have changed.
  public var onChange: (@MainActor () -> Void)?
  /// Told what becomes of swipes. What the server says while there is no deck is told to the next.
  public var onEvent: (@MainActor (Event) -> Void)?

  private let deck: CardDeck
  private let queue: any SwipeQueueing
  private let ledger: SwipeLedger
  private let drain: SwipeDrain
  private let writer: SwipeWriter
  private let pauses: [WakeablePause]
  /// The card whose swipe can be taken back.
  private var undoable: Card?
  /// Whether nothing was done since the launch, so that the last swipe is one of an earlier launch.
  private var isUntouched = true
  private var hasStarted = false
  /// Whether it is known what the launch before has left.
  private var isReady = false

  /// A deck that touches nothing of its surroundings before ``start()``.
  ///
  /// - Parameters:
  ///   - configuration: Its numbers and choices.
  ///   - surroundings: What it touches.
  ///   - makeQueue: Makes another outbox in place of the usual one, with the pauses between
  ///     attempts.
  public init(
    _ configuration: Configuration, in surroundings: Surroundings,
    queue makeQueue: ((@escaping Outbox.Pause) -> any SwipeQueueing)? = nil
  ) {
    let (clock, random) = (surroundings.clock, surroundings.random)
    let delay = RetryDelay(configuration.retry, random: random)
    let pauses = (sending: WakeablePause(on: clock), writing: WakeablePause(on: clock))
    let pause: Outbox.Pause = { failures, error in
      if case FileError.ended = error { throw error }
      let retryAfter: Duration? =
        if case TransportError.unavailable(let time) = error { time } else { nil }
      try await pauses.sending.sleep(for: delay(failures - 1, retryAfter: retryAfter))
    }
    queue =
      makeQueue?(pause)
      ?? Outbox(files: surroundings.files, server: surroundings.server, pause: pause)
    ledger = SwipeLedger(queue: queue) { IdempotencyKey(random: random) }
    drain = SwipeDrain(of: queue, pause: pauses.sending)
    writer = SwipeWriter(to: ledger, drain: drain, pause: pauses.writing, delay: delay)
    deck = CardDeck(
      pages: surroundings.pages, pictures: surroundings.pictures, cardSize: configuration.cardSize,
      clock: clock, limits: configuration.limits
    ) { attempt, retryAfter in
      delay(attempt, retryAfter: retryAfter)
    }
    self.pauses = [pauses.sending, pauses.writing]
    deck.onChange = { [weak self] in self?.onChange?() }
    writer.report = { [weak self] in self?.hear($0) }
  }

  deinit { pauses.forEach { $0.stop() } }

  // MARK: The screen

  /// The card to be swiped next; nil where there is none, for now or for good.
  public var top: Card? { deck.plan.top }

  /// The decisions about cards so far, to be looked at.
  public var plan: DeckPlan { deck.plan }

  /// The picture of a card that is on top or soon will be; nil for the placeholder.
  public func picture(of card: Card.ID) -> Bitmap? { deck.picture(of: card) }

  /// Swipes the card that the user saw on top.
  ///
  /// - Returns: Whether the card has gone; false, and nothing has happened, where another one or
  ///   none is on top.
  @discardableResult
  public func swipe(_ card: Card.ID, _ choice: Swipe.Choice) -> Bool {
    guard let top, top.id == card else { return false }
    (undoable, isUntouched) = (top, false)
    writer.add(.swipe(card, choice))
    // Last: whoever is told of the change may take it back at once.
    return deck.swipe(card) != nil
  }

  /// Takes the last swipe back, once.
  ///
  /// The card is on top again when this returns. Where the server does not take the swipe back,
  /// it goes again (``Event/stays(_:_:)``). The first undo of a launch takes back the last swipe
  /// of the launch before, whose card comes when the server deals it again
  /// (``Event/returns(_:)``).
  ///
  /// - Returns: Whether there was, or may be, something to take back.
  @discardableResult
  public func undo() -> Bool {
    guard let card = undoable else {
      guard isUntouched, isReady else { return false }
      isUntouched = false
      writer.add(.undo(nil))
      return true
    }
    undoable = nil
    writer.add(.undo(card.id))
    return deck.putBack(card)
  }

  /// Starts anew at the first page, as after a change of filters. Swipes are not touched.
  public func reset() { deck.reset() }

  // MARK: The world

  /// Asks for cards, and sends what an earlier launch has left. Cards whose swipes wait there are
  /// not dealt again, though the server knows nothing of them yet; where the disk cannot be read
  /// they may be, and the first choice counts.
  public func start() {
    guard !hasStarted else { return }
    hasStarted = true
    Task { [weak self, ledger, queue] in
      await ledger.listen { [weak self] change in
        // What a deck that has gone does not show is told to the next one.
        guard let self else { throw CancellationError() }
        await hear(change)
      }
      let pending = (try? await queue.pending()) ?? []
      self?.begin(after: pending)
    }
  }

  /// Tries again at once what has failed: to be called when the connection is back, and when the
  /// app comes to the foreground. Both in one turn are one. Does nothing before ``start()`` has
  /// read what the launch before has left, since all is asked for and sent after that.
  public func wake() {
    guard isReady else { return }
    deck.wake()
    for pause in pauses { pause.wake() }
    drain.run()
  }

  /// Gives memory back, before this returns: the pictures of the cards that nobody sees go, for any
  /// signal. That of the top card stays. The others are loaded again with the next swipe, and when
  /// ``wake()`` is called.
  public func respond(to signal: MemorySignal) { deck.giveUpHiddenPictures() }

  /// Returns when everything that was swiped or taken back so far is safe on the disk: to be waited
  /// for on the way to the background.
  public func untilSafe() async { await writer.untilSafe() }

  private func begin(after pending: [SwipeOperation]) {
    var away: Set<Card.ID> = []
    for operation in pending {
      switch operation {
      case .swipe(let swipe): away.insert(swipe.card)
      case .undo(let undo): away.remove(undo.card)
      }
    }
    if !away.isEmpty { deck.remove(away) }
    isReady = true
    deck.start()
    drain.run()
  }

  private func hear(_ report: SwipeWriter.Report) {
    switch report {
    case .swiped(let swipe): onEvent?(.saved(swipe))
    case .undone(let card?, nil):
      deck.readmit(card)
      onEvent?(.returns(card))
    case .undone(.some, let card?): onEvent?(.undoSaved(card))
    case .undone(nil, let card?): stay(card, .alreadyMatched)
    case .undone(nil, nil): break
    case .delayed(let error): onEvent?(.delayed(error))
    }
  }

  private func hear(_ change: SwipeLedger.Change) {
    switch change {
    case .matched(let card):
      if undoable?.id == card { undoable = nil }
      onEvent?(.matched(card))
    case .refused(let card, let reason): onEvent?(.refused(card, reason: reason))
    case .stays(let card, let outcome): stay(card, outcome)
    }
  }

  /// The server's first count of the card holds, whatever was done on the screen since.
  private func stay(_ card: Card.ID, _ outcome: UndoReceipt.Outcome) {
    if undoable?.id == card { undoable = nil }
    deck.remove([card])
    onEvent?(.stays(card, outcome))
  }
}

extension IdempotencyKey {
  /// A key of 128 random bits, as hexadecimal digits.
  fileprivate init(random: () -> UInt64) {
    let digits = [random(), random()].map { bits in
      let text = String(bits, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }
    self.init(rawValue: digits.joined())
  }
}
