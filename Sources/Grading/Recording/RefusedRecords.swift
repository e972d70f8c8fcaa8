/// What a reader of records did not believe, by number.
public struct RefusedRecords: Codable, Hashable, Sendable {
  /// Lines in the form of a record whose seal is not that of the secret.
  public var forged: Int = 0
  /// Sealed records whose number had been read already.
  public var replayed: Int = 0
  /// Records that were cut off by the end.
  public var truncated: Int = 0
  /// Numbers that were left out: records that were written and never arrived.
  public var lost: Int = 0
  /// Lines that are no record at all.
  public var foreignLines: Int = 0

  /// Nothing refused.
  public init() {}

  /// Whether everything was believed.
  public var isEmpty: Bool { self == RefusedRecords() }

  /// The sums of both.
  public static func + (lhs: RefusedRecords, rhs: RefusedRecords) -> RefusedRecords {
    var sum = lhs
    sum.forged += rhs.forged
    sum.replayed += rhs.replayed
    sum.truncated += rhs.truncated
    sum.lost += rhs.lost
    sum.foreignLines += rhs.foreignLines
    return sum
  }

  /// One sentence for each sort that there was.
  public var sentences: [String] {
    let sorts = [
      (forged, "record(s) with a wrong seal were ignored: the test process did not write them."),
      (replayed, "record(s) that had been written before were ignored."),
      (truncated, "record(s) were cut off: the process ended while it wrote."),
      (lost, "record(s) never arrived."),
      (foreignLines, "line(s) that are no record were ignored."),
    ]
    return sorts.filter { $0.0 > 0 }.map { "\($0) \($1)" }
  }
}
