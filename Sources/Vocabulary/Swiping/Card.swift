public import Foundation

/// A card of the deck.
public struct Card: Identifiable, Hashable, Codable, Sendable {
  /// What the server calls the card. One card may come on two pages.
  public let id: Int
  /// Where its photo is.
  public let photoURL: URL

  /// A card with that identity and photo.
  public init(id: Int, photoURL: URL) {
    self.id = id
    self.photoURL = photoURL
  }
}
