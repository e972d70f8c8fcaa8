/// The texts of a course with one small exercise.
enum Miniature {
  /// A right answer.
  static let answer = answer()

  /// An answer with the given bodies for its three functions and anything besides.
  static func answer(
    double: String = "number * 2", next: String = "return number + 1",
    name: String = #""number \(number)""#, besides: String = ""
  ) -> String {
    """
    import Foundation
    import Synchronization

    public final class Counter: Sendable {
      public init() {}
      public func double(_ number: Int) -> Int { \(double) }
      public func next(after number: Int) async throws -> Int {
        \(next)
      }
      public func name(of number: Int) -> String { \(name) }
    }

    \(besides)

    """
  }

  /// The hidden suite of the exercise `Miniature`.
  static let suite = suite(of: "Miniature")

  /// A hidden suite: one check before the one that most hostile answers attack, and one after.
  static func suite(of exercise: String, besides: String = "") -> String {
    """
    import Grading
    import GradingXCTest
    import \(exercise)

    final class \(exercise)Tests: GradedTestCase {
      let lesson = Lesson(trap: "Wrong", "it is not right", say: "It is right.")

      func testA() throws {
        try gradeOnce(Check("doubles", "twice 21 is 42"), lesson) { desk in
          try desk.expect("twice 21", Counter().double(21), is: 42)
        }
      }

      func testB() throws {
        try grade(Check("counts", "after 1 comes 2, after 2 comes 3", .senior), lesson) { world in
          let counter = Counter()
          for number in [1, 2] {
            let next = try await counter.next(after: number)
            try world.expect("what comes after \\(number)", next, is: number + 1)
          }
        }
      }

      func testC() throws {
        try gradeOnce(Check("names", "seven is called number 7", .staff), lesson) { desk in
          try desk.expect("the name", Counter().name(of: 7), is: "number 7")
        }
      }

      \(besides)
    }

    """
  }

  /// Starts the suite where no SwiftPM writes the main file.
  static let main = """
    import XCTest

    XCTMain([
      testCase([
        ("testA", MiniatureTests.testA), ("testB", MiniatureTests.testB),
        ("testC", MiniatureTests.testC),
      ])
    ])

    """

  /// A manifest that knows the two variables of the kit's own.
  ///
  /// - Parameter objects: What the suites are linked with: the kit as it is built.
  /// - Returns: Its text.
  static func manifest(objects: [String]) -> String {
    """
    // swift-tools-version: 6.1
    import PackageDescription

    func variable(_ name: String) -> String { Context.environment[name] ?? "" }
    let name = variable("FOLLOW_UPS_EXERCISE")
    let answers = variable("FOLLOW_UPS_ANSWERS")

    let package = Package(
      name: "miniature",
      targets: [
        .target(name: name, path: "\\(answers)/\\(name)", sources: ["\\(name).swift"]),
        .testTarget(
          name: "\\(name)Tests", dependencies: [.init(stringLiteral: name)],
          path: "Tests/Exercises/\\(name)Tests",
          linkerSettings: [.unsafeFlags(\(objects))]),
      ],
      swiftLanguageModes: [.v6]
    )

    """
  }
}
