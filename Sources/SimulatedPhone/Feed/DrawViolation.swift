public import Simulation
public import Vocabulary

/// A frame in which a row showed what it must not.
public struct DrawViolation: Hashable, Sendable {
  /// What was wrong with the picture.
  public enum Kind: Hashable, Sendable {
    /// Another photo than the bound one.
    case wrongPhoto(UInt32)
    /// The right photo at another size, in pixels; for a row without a key, any size.
    case wrongSize(PixelSize)
    /// The right photo, decoded smaller than it is drawn.
    case stretched(from: PixelSize)
    /// Only so many rows of the right photo, and grey below.
    case half(rows: Int)
    /// Something that is no picture of ours, whole and at its place.
    case foreign
  }

  /// The frame.
  public var instant: SimulatedClock.Instant
  /// The number of the row.
  public var row: Int
  /// What its cell was bound to.
  public var key: ImageKey?
  /// What was wrong.
  public var kind: Kind

  /// A violation with the given particulars.
  public init(instant: SimulatedClock.Instant, row: Int, key: ImageKey?, kind: Kind) {
    self.instant = instant
    self.row = row
    self.key = key
    self.kind = kind
  }
}

extension DrawViolation: CustomStringConvertible {
  /// What was wrong, as a line of a report:
  /// `8.333 ms  row 40 (/p/40 @360) shows photo 12`.
  public var description: String {
    "\(instant)  row \(row) (\(key.map { "\($0)" } ?? "no picture")) shows \(kind)"
  }
}

extension DrawViolation.Kind: CustomStringConvertible {
  /// What was drawn, in a few words.
  public var description: String {
    switch self {
    case .wrongPhoto(let id): "photo \(id)"
    case .wrongSize(let size): "its photo at \(size)"
    case .stretched(let size): "its photo stretched from \(size)"
    case .half(let rows): "\(rows) rows of its photo, then grey"
    case .foreign: "no photo of ours"
    }
  }
}
