/// When a caller comes, seen from the first caller's download.
enum Arrival: Int, CaseIterable {
  /// It is the first.
  case first
  /// In the same turn as the first.
  case together
  /// When the download has begun.
  case meanwhile
  /// In the turn in which the download ends, a step before it.
  case justBeforeItEnds
  /// In that turn, a step after it.
  case asItEnds

  /// All ways in which up to three callers can come.
  static var ofUpToThree: [[Arrival]] {
    let others = allCases.filter { $0 != .first }
    let two = others.map { [first, $0] }
    let three = two.flatMap { begin in
      others.filter { $0.rawValue >= begin[1].rawValue }.map { begin + [$0] }
    }
    return [[first]] + two + three
  }

  fileprivate var told: String {
    switch self {
    case .first: "one caller"
    case .together: "one in the same turn"
    case .meanwhile: "one while it runs"
    case .justBeforeItEnds: "one just before it ends"
    case .asItEnds: "one as it ends"
    }
  }
}

extension [Arrival] {
  /// Who comes when, for a finding.
  var told: String { map(\.told).joined(separator: ", ") }
}
