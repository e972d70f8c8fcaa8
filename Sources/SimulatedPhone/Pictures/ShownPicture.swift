public import Vocabulary

/// What a picture shows, read from its pixels alone.
///
/// ```swift
/// let thumbnail = SyntheticPhoto(id: 7, size: PixelSize(width: 4000, height: 3000))
///   .picture(maxPixelSize: 360)
/// ShownPicture(thumbnail)  // .photo(id: 7, size: 360×270)
/// ```
public enum ShownPicture: Hashable, Sendable {
  /// A photo, decoded at the size of the picture, whole and upright.
  case photo(id: UInt32, size: PixelSize)
  /// A photo that was decoded at a smaller size, in one direction at least, and enlarged: blurred.
  case stretched(id: UInt32, from: PixelSize)
  /// A photo that was decoded at a larger size and then made smaller.
  case shrunk(id: UInt32, from: PixelSize)
  /// The upper rows of a photo that was decoded at `size`, and grey below them.
  case half(id: UInt32, size: PixelSize, rows: Int)
  /// Nothing that this decoder made: empty, clear, moved, mixed of two photos, or of fewer than
  /// four pixels, which are too few to tell.
  case foreign

  /// Which photo; nil for ``foreign``.
  public var id: UInt32? {
    switch self {
    case .photo(let id, _), .stretched(let id, _), .shrunk(let id, _), .half(let id, _, _): id
    case .foreign: nil
    }
  }

  /// Reads a picture.
  ///
  /// Looks at a few hundred pixels, whatever the size. A picture that was opened and not yet
  /// decoded is decoded by this, like by any reader of its pixels.
  public init(_ picture: Bitmap) {
    self = PictureReader(picture).read()
  }
}

extension ShownPicture: CustomStringConvertible {
  /// What is shown, in a few words: `photo 7 at 360×270`, `photo 7 stretched from 360×270`.
  public var description: String {
    switch self {
    case .photo(let id, let size): "photo \(id) at \(size)"
    case .stretched(let id, let size): "photo \(id) stretched from \(size)"
    case .shrunk(let id, let size): "photo \(id) shrunk from \(size)"
    case .half(let id, let size, let rows): "\(rows) rows of photo \(id) at \(size), then grey"
    case .foreign: "no photo of ours"
    }
  }
}
