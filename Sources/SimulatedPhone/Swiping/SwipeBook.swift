public import Vocabulary

/// What a server of swipes knows, and the rules by which it decides; pure, without time.
///
/// - A key is answered once: the same operation gets the first answer again, another one under
///   its key is refused.
/// - A card counts once: while a swipe of it counts, any other swipe of it is refused.
/// - An undo is taken in this order: a swipe that never counted is not known; one that was taken
///   back before is taken back, and costs nothing; a match stays; then the limit has its word.
///
/// Each operation takes constant time on average.
public struct SwipeBook: Sendable {
  /// How many undos are left; nil without a limit.
  public internal(set) var undosLeft: Int?
  /// How often each key has arrived, whatever was answered.
  public private(set) var arrivals: [IdempotencyKey: Int] = [:]
  /// All operations that were carried out, in order: swipes that counted, undos that took back.
  public private(set) var carriedOut: [SwipeOperation] = []
  /// The first answer to each key, in the order of arrival.
  public private(set) var answers: [SwipeAnswer] = []
  /// Operations that came under the key of another one, in the order of arrival.
  public private(set) var conflicts: [SwipeOperation] = []

  private var places: [IdempotencyKey: Int] = [:]
  private var counting: [Card.ID: Swipe] = [:]
  private var likedBack: Set<Card.ID>

  init(likedBack: Set<Card.ID>, undosLeft: Int?) {
    self.likedBack = likedBack
    self.undosLeft = undosLeft
  }

  /// The swipes that count now, in the order in which they were carried out.
  public var counted: [Swipe] {
    carriedOut.compactMap { operation in
      guard case .swipe(let swipe) = operation, counting[swipe.card] == swipe else { return nil }
      return swipe
    }
  }

  /// The first answer to a key; nil where it has not arrived.
  public func answer(to key: IdempotencyKey) -> SwipeAnswer? { places[key].map { answers[$0] } }

  /// The other side likes the user, from now on.
  mutating func likeBack(_ card: Card.ID) { likedBack.insert(card) }

  /// Decides on an operation that has arrived.
  ///
  /// - Parameters:
  ///   - operation: What has arrived.
  ///   - reason: Why it is refused for good, whatever else holds; nil to decide by the rules.
  /// - Returns: The answer, of the operation's own kind.
  mutating func enter(_ operation: SwipeOperation, refusing reason: String?) -> SwipeAnswer {
    arrivals[operation.key, default: 0] += 1
    if let first = answer(to: operation.key) {
      if first.operation == operation { return first }
      conflicts.append(operation)
      return operation.refused("The key was used for something else.")
    }
    let answer = reason.map(operation.refused) ?? decide(operation)
    places[operation.key] = answers.count
    answers.append(answer)
    return answer
  }

  private mutating func decide(_ operation: SwipeOperation) -> SwipeAnswer {
    switch operation {
    case .swipe(let swipe):
      guard counting[swipe.card] == nil else {
        return operation.refused("The card has been swiped.")
      }
      counting[swipe.card] = swipe
      carriedOut.append(operation)
      return .swipe(swipe, isMatched(swipe) ? .matched : .stored)
    case .undo(let undo):
      let outcome = outcome(of: undo)
      guard outcome == .undone, counting[undo.card]?.key == undo.swipe else {
        return .undo(undo, outcome)
      }
      counting[undo.card] = nil
      carriedOut.append(operation)
      undosLeft = undosLeft.map { $0 - 1 }
      return .undo(undo, .undone)
    }
  }

  private func outcome(of undo: SwipeUndo) -> UndoReceipt.Outcome {
    switch answer(to: undo.swipe) {
    case .swipe(let swipe, _) where swipe.card != undo.card:
      return .refused(reason: "The swipe is of another card.")
    case .swipe(_, .refused), .undo, nil:
      return .unknownSwipe
    case .swipe(let swipe, _):
      guard counting[swipe.card] == swipe else { return .undone }
      if isMatched(swipe) { return .alreadyMatched }
      return undosLeft == 0 ? .limitReached : .undone
    }
  }

  private func isMatched(_ swipe: Swipe) -> Bool {
    swipe.choice == .like && likedBack.contains(swipe.card)
  }
}

extension SwipeOperation {
  fileprivate func refused(_ reason: String) -> SwipeAnswer {
    switch self {
    case .swipe(let swipe): .swipe(swipe, .refused(reason: reason))
    case .undo(let undo): .undo(undo, .refused(reason: reason))
    }
  }
}
