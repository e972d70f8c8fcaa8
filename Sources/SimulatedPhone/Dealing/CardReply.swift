public import Vocabulary

/// What the server does with one request for a page of cards.
///
/// ```swift
/// .page(cards, next: "b").after(.milliseconds(120))
/// .page([], next: nil)
/// .failing(.timedOut)
/// .page(cards, next: "b").held(at: gate).ignoringCancellation()
/// ```
public struct CardReply: Sendable {
  /// What comes back.
  public var result: Result<CardPage, TransportError>
  /// How long it takes.
  public var latency: Duration = .zero
  /// Whether it comes as well where the calling task is cancelled: a reply that was on its way.
  public var ignoresCancellation: Bool = false

  /// Where it waits once the latency is over.
  var hold: (any Holding)?

  /// A reply that comes at once.
  public init(_ result: Result<CardPage, TransportError>) {
    self.result = result
  }

  // MARK: Kinds

  /// A page of cards; `next` is the cursor of the next one, nil for the last page.
  public static func page(_ cards: [Card], next: String?) -> Self {
    let cursor = next.map(CardPage.Cursor.init(rawValue:))
    return Self(.success(CardPage(cards: cards, nextCursor: cursor)))
  }

  /// An error in place of a page.
  public static func failing(_ error: TransportError) -> Self {
    Self(.failure(error))
  }

  // MARK: Changes

  /// The same after a delay.
  public func after(_ latency: Duration) -> Self {
    changed { $0.latency = latency }
  }

  /// The same, once a door lets it through. One door may hold several replies.
  public func held(at door: any Holding) -> Self {
    changed { $0.hold = door }
  }

  /// The same, also for a caller that is cancelled while it waits.
  public func ignoringCancellation() -> Self {
    changed { $0.ignoresCancellation = true }
  }

  private func changed(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}
