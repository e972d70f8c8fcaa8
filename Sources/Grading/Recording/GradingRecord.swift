public import Foundation

/// One thing that the test process tells the one that started it.
///
/// A record travels as one line: `FU1`, a space, its seal in hexadecimal, a space, and the record
/// as JSON in UTF-8, which has no line breaks. The seal is the HMAC-SHA256 of the JSON's bytes
/// under the secret of the ``Commission``. Each line has a line break before it and one after it,
/// so that whatever an answer writes in between spoils no record.
///
/// ```
/// {"number":1,"kind":"began","exercise":"TenCellsOneAvatar","check":"twoSizes"}
/// {"number":2,"kind":"ended","exercise":"TenCellsOneAvatar","check":"twoSizes",
///  "verdict":"fail","finding":{…},"seconds":0.04}
/// ```
public struct GradingRecord: Codable, Hashable, Sendable {
  /// What a record tells.
  public enum Kind: String, Codable, Hashable, Sendable {
    /// The suite has this check: the answer to a commission to list.
    case listed
    /// The check begins: from here on the answer's code runs.
    case began
    /// The check has ended, with a verdict.
    case ended
  }

  /// Its place among the records of its process, from zero, without a gap.
  public var number: Int
  /// What it tells.
  public var kind: Kind
  /// The exercise to which the check belongs.
  public var exercise: String
  /// The ``Check/id`` of the check.
  public var check: String
  /// The whole check, where it is listed.
  public var declaration: Check?
  /// How to run this check alone, where it is listed: `Module.Class/testMethod`.
  public var test: String?
  /// Where it has ended: pass, fail or skipped.
  public var verdict: Verdict?
  /// Why it failed.
  public var finding: Finding?
  /// Under how many schedules it failed, where they were counted.
  public var count: FailureCount?
  /// Why it was skipped.
  public var words: String?
  /// How long it took, in seconds of real time.
  public var seconds: Double?

  /// A record, without what only some kinds have.
  public init(_ number: Int, _ kind: Kind, exercise: String, check: String) {
    self.number = number
    self.kind = kind
    self.exercise = exercise
    self.check = check
  }

  /// The line that tells it, sealed, line breaks included.
  ///
  /// - Throws: `EncodingError`, which happens for no record of finite ``seconds``.
  public func line(sealedWith secret: Data) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = try encoder.encode(self)
    let seal = MessageSeal(of: json, secret: secret).hexadecimal
    return Data("\n\(RecordReader.prefix)\(seal) ".utf8) + json + Data("\n".utf8)
  }
}
