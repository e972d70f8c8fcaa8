import XCTest

@testable import PracticeKit

final class CommandWordsTests: XCTestCase {
  private let command = CommandDescription(
    name: "simulate", overview: "Run the pipeline.",
    options: [
      .value("rows", "n", "How many rows the feed has.", default: "500"),
      .value("seed", "n", "Which order and network to draw."),
      .flag("json", "Print JSON."),
    ],
    examples: [("--rows 10", "A short feed.")])

  func testOptionsMayComeInAnyOrderAndForm() throws {
    let words = try CommandWords(["--json", "--rows=20", "--seed", "7"], for: command)
    XCTAssertEqual(words.text("rows"), "20")
    XCTAssertEqual(words.text("seed"), "7")
    XCTAssertTrue(words.has("json"))
    XCTAssertNil(try CommandWords([], for: command).text("rows"))
  }

  func testAValueMayBeNegativeOrEmptyOrHoldAnEqualsSign() throws {
    XCTAssertEqual(try CommandWords(["--rows", "-3"], for: command).text("rows"), "-3")
    XCTAssertEqual(try CommandWords(["--rows="], for: command).text("rows"), "")
    XCTAssertEqual(try CommandWords(["--rows=a=b"], for: command).text("rows"), "a=b")
  }

  func testEveryWrongUseIsASentence() {
    let cases: [([String], String)] = [
      (["--row", "3"], "Unknown option '--row'. Did you mean '--rows'?"),
      (["--frobnicate"], "Unknown option '--frobnicate'."),
      (["--rows"], "Missing value for '--rows <n>'."),
      (["--rows", "--json"], "Missing value for '--rows <n>'."),
      (["--json=yes"], "The flag '--json' takes no value."),
      (["--rows", "1", "--rows", "2"], "The option '--rows' was given twice."),
      (["fling"], "Unexpected argument 'fling'."),
      (["--"], "Unexpected argument '--'."),
    ]
    for (words, sentence) in cases {
      XCTAssertThrowsError(try CommandWords(words, for: command)) { error in
        XCTAssertEqual(error as? UsageError, UsageError(sentence, command: "simulate"))
      }
    }
  }

  func testHelpWinsOverWhatFollows() throws {
    XCTAssertTrue(try CommandWords(["--help", "--nonsense"], for: command).asksForHelp)
    XCTAssertTrue(try CommandWords(["-h"], for: command).asksForHelp)
  }

  func testAWrongUseExitsWith64AndNamesTheHelp() {
    XCTAssertEqual(
      UsageError("Missing value.", command: "simulate").result,
      CommandResult(
        errors: "Error: Missing value.\nSee 'practice help simulate' for more information.\n",
        status: 64))
  }

  func testHelpHasTheUsualForm() {
    XCTAssertEqual(
      command.help,
      """
      OVERVIEW: Run the pipeline.

      USAGE: practice simulate [--rows <n>] [--seed <n>] [--json]

      OPTIONS:
        --rows <n>              How many rows the feed has. (default: 500)
        --seed <n>              Which order and network to draw.
        --json                  Print JSON.
        -h, --help              Show help information.

      EXAMPLES:
        practice simulate --rows 10
            A short feed.


      """)
  }

  func testNearestNameIsSuggestedAndAFarOneIsNot() {
    let names = ["simulate", "doctor", "grade"]
    XCTAssertEqual(Suggestion.nearest(to: "simluate", among: names), "simulate")
    XCTAssertEqual(Suggestion.nearest(to: "DOCTOR", among: names), "doctor")
    XCTAssertEqual(Suggestion.nearest(to: "docter", among: names), "doctor")
    XCTAssertNil(Suggestion.nearest(to: "x", among: names))
    XCTAssertNil(Suggestion.nearest(to: "history", among: names))
    XCTAssertNil(Suggestion.nearest(to: "", among: names))
  }

  func testEditsAreCounted() {
    XCTAssertEqual(Suggestion.edits(from: "", to: ""), 0)
    XCTAssertEqual(Suggestion.edits(from: "abc", to: ""), 3)
    XCTAssertEqual(Suggestion.edits(from: "ab", to: "ba"), 1)
    XCTAssertEqual(Suggestion.edits(from: "kitten", to: "sitting"), 3)
  }
}
