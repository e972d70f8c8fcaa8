/// How the stored pixels have to be turned and mirrored before they are shown.
///
/// The raw values are those of the Exif tag 0x0112. Each case names the edge of the shown picture
/// along which the first stored row lies. The row runs clockwise there, or the other way round
/// where the case is mirrored.
public enum Orientation: Int, Hashable, Codable, CaseIterable, Sendable {
  /// As stored.
  case up = 1
  /// Left and right change places.
  case upMirrored = 2
  /// To be turned by half.
  case down = 3
  /// Top and bottom change places.
  case downMirrored = 4
  /// Rows and columns change places.
  case leftMirrored = 5
  /// To be turned a quarter clockwise: a phone held upright stores its photos so.
  case right = 6
  /// Rows and columns change places, counted from the last.
  case rightMirrored = 7
  /// To be turned a quarter counter-clockwise.
  case left = 8

  /// Whether the shown picture is as wide as the stored one is high.
  public var swapsSides: Bool {
    switch self {
    case .up, .upMirrored, .down, .downMirrored: false
    case .leftMirrored, .right, .rightMirrored, .left: true
    }
  }
}
