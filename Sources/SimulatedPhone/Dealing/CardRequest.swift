public import Simulation
public import Vocabulary

/// One request for a page of cards, and what became of it.
public struct CardRequest: Hashable, Sendable, Identifiable {
  /// How a request ended.
  public enum Outcome: Hashable, Sendable {
    /// A page was delivered.
    case delivered(CardPage)
    /// An error was delivered.
    case failed(TransportError)
    /// The calling task was cancelled before that.
    case cancelled
  }

  /// Its place among all requests, from zero.
  public let id: Int
  /// The cursor that was sent; nil for the first page.
  public let cursor: CardPage.Cursor?
  /// The how-manieth request for this cursor it is, from 1.
  public let number: Int
  /// When it was sent.
  public let start: SimulatedClock.Instant
  /// When it ended; nil while it runs.
  public internal(set) var end: SimulatedClock.Instant?
  /// How it ended; nil while it runs.
  public internal(set) var outcome: Outcome?

  /// How timelines call it.
  var label: String {
    let place = cursor.map { "page after \($0.rawValue)" } ?? "first page"
    return number == 1 ? place : "\(place) #\(number)"
  }
}
