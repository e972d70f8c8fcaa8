public import Vocabulary

/// A picture that took the place of another one, behind those who show it.
public struct PictureChange: Sendable {
  private let picture: Bitmap
  private let concerns: @Sendable (ImageRequest) -> Bool

  /// A change that concerns some requests.
  ///
  /// - Parameters:
  ///   - picture: The picture as it is now.
  ///   - concerns: Whether it is the picture of a request.
  public init(_ picture: Bitmap, concerns: @escaping @Sendable (ImageRequest) -> Bool) {
    self.picture = picture
    self.concerns = concerns
  }

  /// What a place that shows the picture of a request should draw now; nil where that picture has
  /// not changed.
  public func picture(for request: ImageRequest) -> Bitmap? {
    concerns(request) ? picture : nil
  }
}
