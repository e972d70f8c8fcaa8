public import Foundation

/// Reads what a test process wrote, and believes only what the adapter in it has sealed.
///
/// A line that is not sealed with the secret, a record that came before, one that was cut off and
/// one that is longer than any record are left out and counted. What was believed is in
/// ``records``, in order. Memory is bounded by the believed records and one line.
///
/// ```swift
/// var reader = RecordReader(secret: commission.secret)
/// while let bytes = next() { for record in reader.read(bytes) { show(record) } }
/// reader.finish()
/// ```
///
/// The process that reads must not wait for the end of the pipe alone, since an answer can leave a
/// child behind that holds it open: when the test process has ended, what is there is all.
public struct RecordReader: Sendable {
  /// The records that were believed, in order.
  public private(set) var records: [GradingRecord] = []
  /// What was not.
  public private(set) var refused: RefusedRecords = RefusedRecords()

  static let prefix = "FU1 "
  /// The length of a line, in bytes, above which it is no record.
  static let maximumLength = 1 << 20
  private static let lineBreak = UInt8(ascii: "\n")

  private let secret: Data
  private var line: [UInt8] = []
  private var isOverlong = false
  private var expected = 0

  /// A reader for the records of one process.
  ///
  /// - Parameter secret: That of the commission which the process was given.
  public init(secret: Data) {
    self.secret = secret
  }

  /// Takes the next bytes, cut at any place.
  ///
  /// - Returns: The records that were completed by them and are believed.
  @discardableResult
  public mutating func read(_ bytes: Data) -> [GradingRecord] {
    let before = records.count
    for part in bytes.split(separator: Self.lineBreak, omittingEmptySubsequences: false)
      .enumerated()
    {
      // Each part but the first follows a line break, which ends the line before.
      if part.offset > 0 { endLine() }
      if isOverlong { continue }
      line += part.element
      if line.count > Self.maximumLength {
        isOverlong = true
        line = []
      }
    }
    return Array(records[before...])
  }

  /// Takes note that no more bytes will come.
  public mutating func finish() {
    if !isOverlong, line.isPrefixed {
      refused.truncated += 1
      line = []
    } else {
      endLine()
    }
  }

  private mutating func endLine() {
    defer {
      line.removeAll(keepingCapacity: true)
      isOverlong = false
    }
    guard !isOverlong, !line.isEmpty else {
      refused.foreignLines += isOverlong ? 1 : 0
      return
    }
    guard line.isPrefixed else {
      refused.foreignLines += 1
      return
    }
    guard let record = sealedRecord() else {
      refused.forged += 1
      return
    }
    guard record.number >= expected else {
      refused.replayed += 1
      return
    }
    refused.lost += record.number - expected
    expected = record.number + 1
    records.append(record)
  }

  private func sealedRecord() -> GradingRecord? {
    let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
    guard parts.count == 3 else { return nil }
    let json = Data(parts[2])
    let seal = MessageSeal(of: json, secret: secret).hexadecimal
    guard parts[1].elementsEqual(seal.utf8) else { return nil }
    return try? JSONDecoder().decode(GradingRecord.self, from: json)
  }
}

extension [UInt8] {
  fileprivate var isPrefixed: Bool { starts(with: RecordReader.prefix.utf8) }
}
