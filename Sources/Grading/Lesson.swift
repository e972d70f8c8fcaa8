/// What a candidate takes away from a check that failed: the trap, and what to say instead.
public struct Lesson: Hashable, Sendable {
  /// The misconception behind it.
  public var trap: Trap
  /// The sentence that an interviewer wants to hear.
  public var say: String

  /// A lesson.
  ///
  /// - Parameters:
  ///   - trap: The name of the misconception.
  ///   - sentence: What comes of it.
  ///   - say: What an interviewer wants to hear, as a whole sentence without quotation marks.
  public init(trap: String, _ sentence: String, say: String) {
    self.trap = Trap(trap, sentence)
    self.say = say
  }
}
