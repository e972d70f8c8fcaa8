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

  /// What happened after the last check had ended, where that is worth a sentence.
  var lateEnd: String? {
    let begun = records.last { $0.kind != .listed }
    guard begun?.kind == .ended, let check = begun?.check else { return nil }
    return switch end {
    case .exited: nil
    case .signalled(let signal): "After \(check) the process died of signal \(signal)."
    case .pastDeadline: "After \(check) the process did not end."
    case .pastMemory: "After \(check) the process took too much memory."
    }
  }

  /// The evidence in what a reader has read.
  public init(of checks: [String], from reader: RecordReader, end: ProcessEnd) {
    self.init(of: checks, records: reader.records, refused: reader.refused, end: end)
  }
}
