/// What the header of an encoded picture says, known before any pixel is decoded.
public struct ImageProperties: Hashable, Sendable {
  /// The size of the stored pixels, before they are turned.
  public var storedSize: PixelSize
  /// How the stored pixels have to be turned before they are shown.
  public var orientation: Orientation

  /// The properties of a picture that is stored upright unless said otherwise.
  public init(storedSize: PixelSize, orientation: Orientation = .up) {
    self.storedSize = storedSize
    self.orientation = orientation
  }

  /// The size at which the picture is shown, with its sides swapped where it lies on its side.
  public var displayedSize: PixelSize {
    orientation.swapsSides ? storedSize.swappingSides : storedSize
  }
}
