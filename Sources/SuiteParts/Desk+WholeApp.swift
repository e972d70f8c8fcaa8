public import Grading
public import SimulatedApp

extension Desk {
  /// Runs an app with a part of an answer in it, and expects what holds whatever the part is: the
  /// rows at rest have their own pictures, each wish ends, and no picture is left at the end.
  ///
  /// - Parameters:
  ///   - scenario: The app and what the user does.
  ///   - parts: The part of the answer.
  ///   - words: How findings call the run.
  ///   - file: Where a failure is shown.
  ///   - line: Where a failure is shown.
  /// - Returns: The numbers, for what else is expected.
  /// - Throws: An error that ends the check, where it is not so; what ``Scenario`` throws.
  @discardableResult
  public func expectWholeApp(
    _ scenario: Scenario, replacing parts: AppParts, called words: String,
    file: StaticString = #filePath, line: UInt = #line
  ) throws -> ScenarioNumbers {
    let numbers = try scenario.run(replacing: parts).numbers
    try expect(
      "\(words): all rows at rest show their pictures", numbers.blankAtEnd, is: 0, file: file,
      line: line
    ) { "\($0) are blank after ten seconds" }
    try expect(
      "\(words): each row shows its own picture", numbers.drawViolations, is: 0, file: file,
      line: line
    ) { "\($0) frames show another" }
    try expect(
      "\(words): every wish ends", numbers.unfinished, is: 0, file: file, line: line
    ) { "\($0) go on for ever" }
    try expect(
      "\(words): no picture is held when the user has left", numbers.heldAtEnd, is: 0, file: file,
      line: line
    ) { "\($0 / 1_000) kB are, which no warning gives back" }
    return numbers
  }
}
