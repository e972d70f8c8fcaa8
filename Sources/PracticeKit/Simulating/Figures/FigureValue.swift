/// The value of a figure, in its unit.
enum FigureValue: Hashable {
  /// From zero to one; nil where there is nothing to take a share of.
  case share(Double?)
  /// Nil where there are too few samples.
  case duration(Duration?)
  /// Bytes on the wire, in thousands.
  case transfer(Int)
  /// Bytes in memory, in powers of two.
  case memory(Int)
  /// How many.
  case count(Int)

  /// As tables print it.
  var text: String {
    switch self {
    case .share(let share): share.map { "\(($0 * 100).rounded(places: 1)) %" } ?? "–"
    case .duration(let duration): duration?.words ?? "not enough"
    case .transfer(let bytes): Self.text(bytes, 1_000, ["B", "kB", "MB", "GB", "TB"])
    case .memory(let bytes): Self.text(bytes, 1_024, ["B", "KiB", "MiB", "GiB", "TiB"])
    case .count(let count): count.grouped
    }
  }

  /// As a number in the unit that ``unit`` names; nil where there is none.
  var number: Double? {
    switch self {
    case .share(let share): share
    case .duration(let duration): duration.map { $0 / .microseconds(1) }
    case .transfer(let value), .memory(let value), .count(let value): Double(value)
    }
  }

  /// The unit of ``number``.
  var unit: String {
    switch self {
    case .share: "share"
    case .duration: "microseconds"
    case .transfer, .memory: "bytes"
    case .count: "count"
    }
  }

  private static func text(_ bytes: Int, _ step: Double, _ units: [String]) -> String {
    var value = Double(bytes)
    var place = 0
    while value.magnitude >= step - 0.5, place < units.count - 1 {
      value /= step
      place += 1
    }
    return "\(value.rounded(places: value.magnitude < 100 && place > 0 ? 1 : 0)) \(units[place])"
  }
}
