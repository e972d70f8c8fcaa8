/// An expectation that was not met: the error that ends the body of a check.
struct UnmetExpectation: Error, Sendable {
  var expected: String
  var got: String
  /// In place of the lesson of the check.
  var lesson: Lesson?
  /// Words of the event to point at.
  var near: String?
  var place: SourcePlace
}
