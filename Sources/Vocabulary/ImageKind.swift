/// The kinds of image in the product, each with a treatment of its own.
public enum ImageKind: String, Hashable, CaseIterable, Sendable {
  /// A small portrait, shown in many rows at once.
  case avatar
  /// The photo of a row of the feed.
  case feedThumbnail
  /// One photo that fills the viewer.
  case fullScreen
}
