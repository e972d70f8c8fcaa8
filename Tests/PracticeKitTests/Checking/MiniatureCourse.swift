import Foundation

@testable import PracticeKit

/// A course that SwiftPM can build, with exercises about the checks of ``Miniature``.
struct MiniatureCourse {
  let files: TemporaryCourse

  /// A course without an exercise.
  init() throws {
    files = try TemporaryCourse()
    try files.write(Workshop.manifest, to: "Package.swift")
  }

  var course: Course { Course(package: files.package) }

  // MARK: An exercise that is as it should be

  /// Writes an exercise with a stub, a reference, four other right answers and six mistakes.
  func writeSound() throws {
    try files.writeExercise("Sound", stub: Self.stub, reference: Miniature.answer)
    try write(alternative: "Twofold", of: "Sound", Miniature.answer(double: "number + number"))
    try write(
      alternative: "Joined", of: "Sound", Miniature.answer(name: #""number " + "\(number)""#))
    // The suite has to be compiled for each of these anew: it is laid out differently in memory.
    try write(alternative: "Value", of: "Sound", Self.ofAnotherKind("struct", "public init() {}"))
    try write(
      alternative: "Open", of: "Sound",
      Self.ofAnotherKind("class", "func first() {}\n  private let zero = 0\n  public init() {}"))
    let mistakes: [(String, fails: String, String)] = [
      ("Half", "doubles", Miniature.answer(double: "number / 2")),
      ("Still", "counts", Miniature.answer(next: "return number")),
      ("Mute", "names", Miniature.answer(name: #""number""#)),
      ("HalfStill", "doubles, counts", Miniature.answer(double: "1", next: "return number")),
      ("HalfMute", "doubles, names", Miniature.answer(double: "1", name: #""number""#)),
      ("StillMute", "counts, names", Miniature.answer(next: "return 1", name: #""number""#)),
    ]
    for (name, fails, text) in mistakes { try write(name, of: "Sound", fails: fails, text) }
    try files.write(Miniature.suite(of: "Sound"), to: "Tests/Exercises/SoundTests/SoundTests.swift")
  }

  /// Changes one of the right answers, so that its bytes are others and it is right still.
  func changeAlternative() throws {
    try write(alternative: "Twofold", of: "Sound", Miniature.answer(double: "2 * number"))
  }

  // MARK: One with all sorts of faults

  /// Writes an exercise in which nearly everything is wrong.
  func writeFaulty() throws {
    try files.writeExercise(
      "Faulty", stub: Miniature.answer(double: "0", next: "return 0"),
      reference: Miniature.answer)
    try files.removeFile("Exercises/Faulty/Hints.md")
    try files.write("Remember the milk.\n", to: "Exercises/Faulty/notes.txt")
    try write(alternative: "Capital", of: "Faulty", Miniature.answer(name: #""Number \(number)""#))
    try write("Broken", of: "Faulty", fails: "names", Miniature.answer(name: "word"))
    try write("Mute", of: "Faulty", fails: "names", Miniature.answer(name: #""number""#))
    try write("Astray", of: "Faulty", fails: "doubles", Miniature.answer(next: "return number"))
    try write("Torn", of: "Faulty", fails: "counts", Miniature.answer(next: Self.torn))
    let idle = """
        func testD() throws {
          try gradeOnce(Check("idles", "one is one"), lesson) { desk in
            try desk.expect("one", 1, is: 1)
          }
        }
      """
    try files.write(
      Miniature.suite(of: "Faulty", besides: idle),
      to: "Tests/Exercises/FaultyTests/FaultyTests.swift")
  }

  // MARK: Parts

  private static let stub = Miniature.answer(double: "0", next: "return 0", name: #""""#)

  /// A right answer that is another kind of type, with more in it.
  private static func ofAnotherKind(_ kind: String, _ members: String) -> String {
    Miniature.answer(double: "number * two")
      .replacing("public final class Counter: Sendable {", with: "public \(kind) Counter {")
      .replacing("public init() {}", with: "private let two = 2\n  \(members)")
  }

  /// Right under one driver, wrong under the other.
  private static let torn = """
    let driver = ProcessInfo.processInfo.environment["FOLLOW_UPS_DRIVER"]
        return driver == "hooks" ? number : number + 1
    """

  private func write(alternative name: String, of exercise: String, _ text: String) throws {
    try files.write(
      "// Another way\n\n\(text)", to: "Solutions/\(exercise)/Alternatives/\(name).swift")
  }

  private func write(
    _ mistake: String, of exercise: String, fails: String, _ text: String
  ) throws {
    try files.write(
      "// The mistake \(mistake)\n// Fails: \(fails)\n\n\(text)",
      to: "Solutions/\(exercise)/Mistakes/\(mistake).swift")
  }
}
