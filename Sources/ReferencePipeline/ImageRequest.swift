public import Foundation
public import Vocabulary

/// What a place on the screen asks for: which photo, what it is for, and how large it is shown.
///
/// It names the photo by the URL under which the app knows it. Which URL the server is asked for,
/// and at which size the photo is decoded, the pipeline decides.
public struct ImageRequest: Hashable, Sendable {
  /// What the picture is for; it decides the treatment.
  public let kind: ImageKind
  /// The photo, and the longer side of its place, in pixels.
  public let key: ImageKey

  /// A request for the picture of a key, as a cell is bound to it.
  public init(_ kind: ImageKind, _ key: ImageKey) {
    self.kind = kind
    self.key = key
  }

  /// A request for a photo at a size.
  ///
  /// - Parameters:
  ///   - kind: What the picture is for.
  ///   - url: The photo, under the URL by which the app knows it.
  ///   - pixelSize: The longer side of its place on the screen, in pixels and not in points.
  public init(_ kind: ImageKind, url: URL, pixelSize: Int) {
    self.init(kind, ImageKey(url: url, maxPixelSize: pixelSize))
  }
}
