/// A place in which a hidden suite says what it expects: a ``World`` or a ``Desk``.
///
/// The first expectation that is not met becomes the finding of the check. It is thrown, so that
/// the check ends there, and kept, so that it also counts where somebody catches it.
public protocol Expecting: Sendable {
  /// The first expectation that was not met.
  var firstUnmet: FirstUnmet { get }
}

extension Expecting {
  /// Expects something to be so.
  ///
  /// ```swift
  /// try world.expect(
  ///   "the viewer, which asked for 1170 px, gets 1170 px", picture.size.width == 1170,
  ///   got: "\(picture.size.width) px, from the feed's load of the same URL", near: "viewer")
  /// ```
  ///
  /// - Parameters:
  ///   - expected: What is expected, in lower case and without a full stop.
  ///   - isMet: Whether it is so.
  ///   - got: What happened instead, in the same manner.
  ///   - near: Words of the event of the timeline to point at; the last one that has them is
  ///     taken.
  ///   - lesson: What it teaches, where that is not what the whole check teaches.
  ///   - file: Where failures are shown.
  ///   - line: Where failures are shown.
  /// - Throws: An error that ends the check, where it is not so.
  public func expect(
    _ expected: String, _ isMet: Bool, got: @autoclosure () -> String, near: String? = nil,
    teaching lesson: Lesson? = nil, file: StaticString = #filePath, line: UInt = #line
  ) throws {
    guard !isMet else { return }
    let unmet = UnmetExpectation(
      expected: expected, got: got(), lesson: lesson, near: near,
      place: SourcePlace(file: file, line: line))
    firstUnmet.note(unmet)
    throw unmet
  }

  /// Expects a value.
  ///
  /// ```swift
  /// try world.expect("ten callers cause one load", loads.count, is: 1) { "\($0) loads" }
  /// ```
  ///
  /// - Parameters:
  ///   - expected: What is expected, in lower case and without a full stop.
  ///   - value: What there is.
  ///   - wanted: What there should be.
  ///   - near: Words of the event of the timeline to point at.
  ///   - lesson: What it teaches, where that is not what the whole check teaches.
  ///   - file: Where failures are shown.
  ///   - line: Where failures are shown.
  ///   - got: Says what there is; by default its description.
  /// - Throws: An error that ends the check, where both differ.
  public func expect<Value: Equatable>(
    _ expected: String, _ value: Value, is wanted: Value, near: String? = nil,
    teaching lesson: Lesson? = nil, file: StaticString = #filePath, line: UInt = #line,
    got: (Value) -> String = { "\($0)" }
  ) throws {
    try expect(
      expected, value == wanted, got: got(value), near: near, teaching: lesson, file: file,
      line: line)
  }
}
