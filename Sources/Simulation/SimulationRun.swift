/// What came out of one run: its outcome and everything that was observed.
public struct SimulationRun<Value: Sendable>: Sendable {
  /// What the body returned or threw, or the ``failure``.
  public let outcome: Result<Value, any Error>
  /// Why the run did not start, or ended before its body had; nil otherwise.
  public let failure: SimulationError?
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
  /// How many jobs ran, those included that raw sleeps fired.
  public let steps: Int
  /// What was left behind.
  public let leftovers: Leftovers
  /// What came from outside.
  public let foreignWork: ForeignWork
  /// Sentences about misuse that did not stop the run: sleeps into the past, picks that do not
  /// fit.
  public let remarks: [String]

  init(
    outcome: Result<Value, any Error>, failure: SimulationError?, schedule: Schedule,
    driver: DriverName?, leftovers: Leftovers, observed: Observations
  ) {
    self.outcome = outcome
    self.failure = failure
    self.schedule = schedule
    self.driver = driver
    self.leftovers = leftovers
    choices = observed.choices
    timeline = observed.timeline
    elapsed = observed.elapsed
    steps = observed.steps
    foreignWork = observed.foreignWork
    remarks = observed.remarks
  }

  /// The value that the body returned.
  ///
  /// - Throws: What the body threw, or the ``SimulationError`` that ended the run.
  public func get() throws -> Value {
    try outcome.get()
  }
}
