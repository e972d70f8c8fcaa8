/// What one test process left of itself.
public struct Evidence: Hashable, Sendable {
  /// The ``Check/id``s that the process was started for. It vouches for no others.
  public var checks: [String]
  /// What was believed of what it wrote.
  public var records: [GradingRecord]
  /// What was not.
  public var refused: RefusedRecords
  /// How it ended.
  public var end: ProcessEnd

  /// The evidence of a process.
  public init(
    of checks: [String], records: [GradingRecord], refused: RefusedRecords = RefusedRecords(),
    end: ProcessEnd
  ) {
    self.checks = checks
    self.records = records
    self.refused = refused
    self.end = end
  }

  /// The evidence in what a reader has read.
  public init(of checks: [String], from reader: RecordReader, end: ProcessEnd) {
    self.init(of: checks, records: reader.records, refused: reader.refused, end: end)
  }
}
