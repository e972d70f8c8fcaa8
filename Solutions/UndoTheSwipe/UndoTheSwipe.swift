public import Foundation
public import Vocabulary

/// Swipes that can be taken back, over a queue that loses nothing.
///
/// - **An undo is an operation of its own**, under a key of its own, queued behind its swipe.
///   Nothing is ever taken out of the queue, since nobody knows what is on the wire: both go, in
///   order. So the server hears of every undo, and its word on the limit counts offline as well.
/// - **The card comes back at once**, as soon as the undo is safe. Where the server refuses, the
///   card goes again, with the reason.
/// - **The last swipe can be taken back, and only once.** The queue remembers what was added
///   last, through the end of the app: where that is an undo, there is nothing to take back.
/// - **The server decides.** A match stays, also one that this phone has not heard of. A card
///   counts once: one that was swiped again behind an undo that is refused has its first choice.
///
/// Calls take effect one at a time, in their order, so an undo that is asked for while its swipe
/// is being stored finds it. The ledger sends nothing: drain the queue after each call.
public actor SwipeLedger {
  /// What has become of a card by the server's word. Each may be told once more after the end of
  /// the app, and each is what holds from then on, whatever was on the screen.
  public enum Change: Hashable, Sendable {
    /// Both sides like each other: show it.
    case matched(Card.ID)
    /// The swipe will never count. The reason is meant for the log.
    case refused(Card.ID, reason: String)
    /// The card is away again, the undo has failed.
    case stays(Card.ID, UndoReceipt.Outcome)
  }

  private let queue: any SwipeQueueing
  private let makeKey: @Sendable () -> IdempotencyKey
  private var history: SwipeHistory?
  private var turns = Turns()

  /// A ledger over a queue that nobody else adds to.
  ///
  /// - Parameters:
  ///   - queue: Where operations go.
  ///   - makeKey: Makes a key that no other call makes, in any launch.
  public init(
    queue: any SwipeQueueing,
    makeKey: @escaping @Sendable () -> IdempotencyKey = { .init(rawValue: UUID().uuidString) }
  ) {
    self.queue = queue
    self.makeKey = makeKey
  }

  /// Sets who hears what became of the cards, in order and one change at a time.
  ///
  /// The listener hears what earlier launches left untold before this returns. It may swipe and
  /// undo, but must not wait for a drain of the queue. The ledger is not kept alive by it. Where
  /// it throws, or the ledger has gone, it hears no more, and the next listener hears the rest.
  public func listen(_ listener: @escaping @Sendable (Change) async throws -> Void) async {
    await queue.listen { [weak self] answer in
      guard let changes = try await self?.heard(answer) else { throw CancellationError() }
      for change in changes { try await listener(change) }
    }
  }

  /// Swipes a card. On return the swipe is safe, and is the one that ``undo()`` takes back.
  ///
  /// - Throws: `FileError`, and then nothing was swiped.
  @discardableResult
  public func swipe(_ card: Card.ID, _ choice: Swipe.Choice) async throws -> Swipe {
    let swipe = Swipe(card: card, choice: choice, key: makeKey())
    return try await inTurn { ledger in
      try await ledger.load()
      try await ledger.queue.add(.swipe(swipe))
      ledger.history?.added(.swipe(swipe))
      return swipe
    }
  }

  /// Takes the last swipe back. On return the undo is safe, and the card is on top again.
  ///
  /// - Returns: The card that comes back; nil where no swipe can be taken back: there was none,
  ///   it has been taken back, or it is known to be a match.
  /// - Throws: `FileError`, and then the swipe stays and can still be taken back.
  public func undo() async throws -> Card.ID? {
    try await inTurn { ledger in
      try await ledger.load()
      guard let undo = ledger.history?.undo(under: ledger.makeKey()) else { return nil }
      try await ledger.queue.add(.undo(undo))
      ledger.history?.added(.undo(undo))
      return undo.card
    }
  }

  private func load() async throws {
    if history == nil { history = SwipeHistory(last: try await queue.last()) }
  }

  private func heard(_ answer: SwipeAnswer) async throws -> [Change] {
    // In turn, so that the history knows the operation that is answered.
    try await inTurn { ledger in
      try? await ledger.load()
      ledger.history?.answered(answer)
      return SwipeHistory.changes(answer)
    }
  }

  private func inTurn<Value: Sendable>(
    _ work: @escaping @Sendable (isolated SwipeLedger) async throws -> Value
  ) async throws -> Value {
    try await turns.next { try await work(self) }.value
  }
}

/// Which swipe can be taken back. Pure.
struct SwipeHistory {
  private var undoable: Swipe?

  /// The history of an earlier launch, of which the last operation is known.
  init(last: SwipeOperation?) {
    if let last { added(last) }
  }

  /// The undo of the last swipe; nil where it cannot be taken back.
  func undo(under key: IdempotencyKey) -> SwipeUndo? {
    undoable.map { SwipeUndo(of: $0, key: key) }
  }

  /// Notes an operation that is safe.
  mutating func added(_ operation: SwipeOperation) {
    if case .swipe(let swipe) = operation { undoable = swipe } else { undoable = nil }
  }

  /// Notes an answer: a match is not asked to be undone.
  mutating func answered(_ answer: SwipeAnswer) {
    if case .swipe(let swipe, .matched) = answer, undoable == swipe { undoable = nil }
  }

  /// What the screen has to hear of an answer. An undo of a swipe that never counted has nothing
  /// to take back, and the card is where it belongs.
  static func changes(_ answer: SwipeAnswer) -> [SwipeLedger.Change] {
    switch answer {
    case .swipe(_, .stored), .undo(_, .undone), .undo(_, .unknownSwipe): []
    case .swipe(let swipe, .matched): [.matched(swipe.card)]
    case .swipe(let swipe, .refused(let reason)): [.refused(swipe.card, reason: reason)]
    case .undo(let undo, .alreadyMatched):
      [.stays(undo.card, .alreadyMatched), .matched(undo.card)]
    case .undo(let undo, let outcome): [.stays(undo.card, outcome)]
    }
  }
}
