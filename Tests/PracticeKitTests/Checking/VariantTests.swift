import Grading
import XCTest

@testable import PracticeKit

final class VariantTests: XCTestCase {
  private func variant(_ kind: Variant.Kind, _ text: String) throws -> Variant {
    try Variant(kind, name: "Name", path: "path", text: text)
  }

  func testTheHeadOfAMistakeNamesItAndItsChecks() throws {
    let mistake = try variant(
      .mistake, "// Keyed by URL alone\n// Fails: twoSizes, oneLoad\nimport A\n")
    XCTAssertEqual(mistake.title, "Keyed by URL alone")
    XCTAssertEqual(mistake.fails, ["oneLoad", "twoSizes"])
    XCTAssertEqual(mistake.mistake?.name, "Name")
  }

  func testAnAlternativeNeedsATitleOnly() throws {
    let other = try variant(.alternative, "// A class with a lock\nimport A\n")
    XCTAssertEqual(other.title, "A class with a lock")
    XCTAssertNil(other.mistake)
  }

  func testWhatIsMissingIsSaid() {
    let cases: [(Variant.Kind, String, VariantHeadError)] = [
      (.alternative, "import A\n", .noTitle),
      (.alternative, "", .noTitle),
      (.alternative, "//\nimport A", .noTitle),
      (.alternative, "/// A doc comment is no title.\n", .noTitle),
      (.mistake, "// Title\nimport A\n", .noFails),
      (.mistake, "// Title\n// Fails:\n", .noFails),
      (.mistake, "// Title\n// Fails: a,, b\n", .badFails("a,, b")),
      (.mistake, "// Title\n// Fails: a, a\n", .badFails("a, a")),
    ]
    for (kind, text, expected) in cases {
      XCTAssertThrowsError(try variant(kind, text), text) { error in
        XCTAssertEqual(error as? VariantHeadError, expected, text)
      }
    }
  }
}
