/// Gives out the deck of the server, page by page.
///
/// May be called from any task.
public protocol CardPaging: Sendable {
  /// The page that comes after a cursor; without one, the first page.
  ///
  /// Asking twice for one cursor is allowed and gives the same cards twice.
  ///
  /// - Throws: ``TransportError``, and the same cursor may be tried again; `CancellationError`
  ///   where the calling task is cancelled.
  func page(after cursor: CardPage.Cursor?) async throws -> CardPage
}
