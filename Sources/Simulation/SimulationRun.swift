/// What came out of one run: its outcome and everything that was observed.
public struct SimulationRun<Value: Sendable>: Sendable {
  /// What the body returned or threw, or a ``SimulationError`` where it did not come to its end.
  public let outcome: Result<Value, any Error>
  /// The order that was asked for.
  public let schedule: Schedule
  /// The picks that were made, where recording was asked for; ``Schedule/replay(_:)`` repeats
  /// them.
  public let choices: [Int]?
  /// The driver that was in use; nil where the run did not start.
  public let driver: DriverName?
  /// All events, in the order in which they happened.
  public let timeline: Timeline
  /// How much virtual time passed.
  public let elapsed: Duration
  /// How many jobs ran.
  public let steps: Int
  /// What was left behind.
  public let leftovers: Leftovers
  /// What came from outside.
  public let foreignWork: ForeignWork
  /// Sentences about misuse that did not stop the run: sleeps into the past, picks that do not
  /// fit.
  public let remarks: [String]

  /// The value that the body returned.
  ///
  /// - Throws: What the body threw, or the ``SimulationError`` that ended the run.
  public func get() throws -> Value {
    try outcome.get()
  }

  /// The error that ended the run before its body had ended; nil otherwise.
  public var failure: SimulationError? {
    guard case .failure(let error) = outcome else { return nil }
    return error as? SimulationError
  }
}
