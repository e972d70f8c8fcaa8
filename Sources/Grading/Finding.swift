/// Why a check did not pass, in four beats: expected, got, trap, say.
///
/// Below them lies the evidence: under which schedule it happened, and an excerpt of the timeline.
public struct Finding: Codable, Hashable, Sendable {
  /// What sort of thing happened.
  public enum Kind: String, Codable, Hashable, CaseIterable, Sendable {
    /// An expectation of the suite was not met.
    case expectation
    /// An error came out that the suite did not foresee.
    case error
    /// Nothing could happen any more, and somebody waited still.
    case deadlock
    /// Time did not move on.
    case livelock
    /// A loop slept and looked, and what it looked for never came.
    case overrun
    /// Something went on, or waited, when all was over.
    case leftovers
    /// A raw `Task.sleep`, where a clock had been given.
    case rawSleep
    /// Work on threads of its own, in an order that nobody can promise.
    case foreignWork
    /// The process ended in the middle of the check.
    case crash
    /// The check did not end within its deadline.
    case hang
    /// The process took more memory than it may.
    case memory
    /// The kit could not run the check. The answer is not to blame.
    case kit
  }

  /// What sort of thing happened.
  public var kind: Kind
  /// What was expected.
  public var expected: String
  /// What happened.
  public var got: String
  /// Which misconception that is.
  public var trap: Trap
  /// The sentence that an interviewer wants to hear.
  public var say: String
  /// The seed of the schedule; nil where it happened in order, or without a schedule.
  public var seed: UInt64?
  /// The shortest list of picks that was found to lead there, where the schedule was shuffled.
  public var choices: [Int]?
  /// What happened around it; empty where nothing was recorded.
  public var timeline: TimelineExcerpt

  /// A finding.
  public init(
    _ kind: Kind, expected: String, got: String, _ lesson: Lesson, seed: UInt64? = nil,
    choices: [Int]? = nil, timeline: TimelineExcerpt = TimelineExcerpt()
  ) {
    self.kind = kind
    self.expected = expected.shortened
    self.got = got.shortened
    trap = lesson.trap
    say = lesson.say
    self.seed = seed
    self.choices = choices
    self.timeline = timeline
  }
}

extension String {
  /// At most 2,000 characters of it: an answer may throw an error that describes itself at length.
  var shortened: String { count <= 2_000 ? self : prefix(1_999) + "…" }
}
