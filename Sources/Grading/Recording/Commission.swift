public import Foundation

/// What the process that starts a test bundle asks of it, and the secret that both share.
///
/// The starter makes two descriptors that the test process inherits, and names them in
/// ``variable`` as two decimal numbers with a comma between: first the one to read the commission
/// from, then the one to write ``GradingRecord``s to (a pipe, or a file that was opened for
/// appending). It writes ``line`` into the first and closes its end.
///
/// The adapter takes all of it before any line of an answer runs: it reads the commission, closes
/// that descriptor, unsets the variable, and keeps the secret where no other module can name it.
/// So an answer in the same process finds two numbers in `/proc/self/environ`, and behind them a
/// closed descriptor and one into which it can write nothing that ``RecordReader`` believes. It can
/// keep the adapter from being heard (by closing the descriptor, by ending the process): then
/// there is no evidence, and without evidence nothing passes.
public struct Commission: Codable, Hashable, Sendable {
  /// What is to be done.
  public enum Task: String, Codable, Hashable, Sendable {
    /// Tell which checks there are: one ``GradingRecord/Kind/listed`` for each test that was
    /// selected. No line of the answer runs.
    case list
    /// Run the checks that were selected.
    case grade
  }

  /// The version of this format: 1.
  public var version: Int = 1
  /// Random bytes, fresh for each process: 32 of them.
  public var secret: Data
  /// What is to be done.
  public var task: Task
  /// Under which schedules checks run.
  public var plan: SchedulePlan

  /// A commission.
  public init(
    _ task: Task, plan: SchedulePlan = SchedulePlan(), secret: Data = Self.freshSecret()
  ) {
    self.task = task
    self.plan = plan
    self.secret = secret
  }

  /// The environment variable that names the two descriptors: `3,4`.
  public static let variable = "FOLLOW_UPS_CHANNEL"

  /// 32 bytes from the system's source of random numbers.
  public static func freshSecret() -> Data {
    var generator = SystemRandomNumberGenerator()
    return Data((0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }

  /// The commission as one line of JSON, line break included, to be written into the pipe.
  ///
  /// - Throws: `EncodingError`, which happens for no commission.
  public func line() throws -> Data {
    try JSONEncoder().encode(self) + Data("\n".utf8)
  }

  /// Reads what ``line()`` wrote.
  ///
  /// - Throws: `DecodingError` where the bytes are no commission, or one of another version.
  public init(line: Data) throws {
    self = try JSONDecoder().decode(Commission.self, from: line)
    guard version == 1 else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: [], debugDescription: "A commission of version \(version)."))
    }
  }
}
