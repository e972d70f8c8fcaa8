import Vocabulary

extension FeedRow {
  /// What is wrong with a picture that is drawn in this row; nil where it is the right one.
  ///
  /// Sides may be off by one pixel: a server that resized first has rounded once more.
  func fault(in picture: Bitmap) -> DrawViolation.Kind? {
    guard key != nil else { return faultWithoutKey(in: picture) }
    let fits = Self.isNear(picture.size, expectedSize)
    if fits, PictureReader(picture).shows(id: photo.id) { return nil }
    switch ShownPicture(picture) {
    case .foreign:
      return .foreign
    case .photo(let id, _), .stretched(let id, _), .shrunk(let id, _), .half(let id, _, _):
      guard id == photo.id else { return .wrongPhoto(id) }
    }
    guard fits else { return .wrongSize(picture.size) }
    switch ShownPicture(picture) {
    case .stretched(_, let size): return .stretched(from: size)
    case .half(_, _, let rows): return .half(rows: rows)
    case .photo, .shrunk, .foreign: return nil
    }
  }

  private func faultWithoutKey(in picture: Bitmap) -> DrawViolation.Kind {
    switch ShownPicture(picture).id {
    case nil: .foreign
    case photo.id?: .wrongSize(picture.size)
    case let id?: .wrongPhoto(id)
    }
  }

  private static func isNear(_ lhs: PixelSize, _ rhs: PixelSize) -> Bool {
    abs(lhs.width - rhs.width) <= 1 && abs(lhs.height - rhs.height) <= 1
  }
}
