import Foundation
import XCTest

@testable import PracticeKit

final class SimulateCommandTests: XCTestCase {
  private func run(_ words: String...) -> CommandResult {
    Practice.run(["simulate"] + words)
  }

  func testTheSameSeedGivesTheSameNumbers() {
    let first = run("--rows", "60", "--network", "train", "--seed", "7", "--json")
    XCTAssertEqual(first.status, 0, first.errors)
    XCTAssertEqual(run("--rows", "60", "--network", "train", "--seed", "7", "--json"), first)
    XCTAssertNotEqual(
      run("--rows", "60", "--network", "train", "--seed", "8", "--json").output, first.output)
  }

  func testJSONNamesItsVersionAndTheFigures() throws {
    let output = run("--rows", "60", "--json").output
    let document = try XCTUnwrap(
      JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    XCTAssertEqual(document["schemaVersion"] as? Int, 1)
    let runs = try XCTUnwrap(document["runs"] as? [[String: Any]])
    let figures = try XCTUnwrap(runs.first?["figures"] as? [String: [String: Any]])
    XCTAssertEqual(Set(figures.keys), Set(Figure.all.map(\.id)))
    XCTAssertEqual(figures["terminations"]?["value"] as? Double, 0)
    XCTAssertEqual(figures["terminations"]?["unit"] as? String, "count")
  }

  func testEachWrongValueIsSaidInASentence() {
    let cases: [([String], String)] = [
      (
        ["--device", "3GB"],
        "The value '3GB' is invalid for '--device'. Known: 2GB, 4GB, 12GB. Did you mean '2GB'?"
      ),
      (
        ["--seed", "x"],
        "The value 'x' is invalid for '--seed'. Give a whole number from 0 to \(UInt64.max)."
      ),
      (
        ["--rows", "-1"],
        "The value '-1' is invalid for '--rows'. Give a whole number from 0 to 1000000."
      ),
      (
        ["--latency", "80"],
        "The value '80' is invalid for '--latency'. "
          + "Give a time with its unit, from 0 ms to 1 min: 250ms, 1.5s, 2m."
      ),
      (
        ["--loss", "120%"],
        "The value '120%' is invalid for '--loss'. "
          + "Give a share from 0% to 100%, such as 2% or 0.5%."
      ),
      (
        ["--gesture", "fling", "--script", "a.txt"],
        "Give '--gesture' or '--script', not both."
      ),
      (
        ["--script", "/nowhere/a.txt"],
        "The script '/nowhere/a.txt' cannot be read. Give the path of a text file."
      ),
      (["--compare", "prefetsh"], "Known: budget, cancellation, prefetch, pipeline."),
      (["--sed", "1"], "Unknown option '--sed'. Did you mean '--seed'?"),
    ]
    for (words, sentence) in cases {
      let result = Practice.run(["simulate"] + words)
      XCTAssertEqual(result.status, 64, "\(words)")
      XCTAssertTrue(result.errors.contains(sentence), "\(words): \(result.errors)")
      XCTAssertEqual(result.output, "", "\(words)")
    }
  }

  func testAPageThatCannotBeWrittenIsSaidBeforeTheRun() {
    for path in ["/nowhere/page.html", FileManager.default.temporaryDirectory.path] {
      let result = run("--rows", "1000000", "--html", path)
      XCTAssertEqual(result.status, 1)
      XCTAssertTrue(result.errors.contains("cannot be written"), result.errors)
      XCTAssertEqual(result.output, "")
    }
  }

  func testThePageIsSelfContained() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).html")
    defer { try? FileManager.default.removeItem(at: file) }
    let result = run("--rows", "80", "--compare", "cancellation", "--html", file.path)
    XCTAssertEqual(result.status, 0, result.errors)
    let page = try String(contentsOf: file, encoding: .utf8)
    for word in ["<script", "http", "url(", "@import", "src="] {
      XCTAssertFalse(page.contains(word), word)
    }
    XCTAssertEqual(page.components(separatedBy: "<svg viewBox=\"0 0 960").count - 1, 4)
    XCTAssertTrue(page.contains("<h2>does not</h2>"))
  }

  func testAScriptIsFollowedAndItsErrorsHaveTheirLine() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).txt")
    defer { try? FileManager.default.removeItem(at: file) }
    try "fling 20 in 1s\nview 3 for 1s # a look\nrest 500ms\n".write(
      to: file, atomically: true, encoding: .utf8)
    XCTAssertEqual(run("--rows", "40", "--script", file.path).status, 0)
    XCTAssertTrue(
      run("--rows", "3", "--script", file.path).errors.contains(
        "The script looks at photo 3, which the server lacks: it has photos 0 to 2."))
    try "fling 20 in 1s\nflig 3\n".write(to: file, atomically: true, encoding: .utf8)
    let wrong = run("--script", file.path)
    XCTAssertEqual(wrong.status, 64)
    XCTAssertTrue(wrong.errors.contains("line 2: 'flig' is no gesture."), wrong.errors)
    XCTAssertTrue(wrong.errors.contains("Did you mean 'fling'?"), wrong.errors)
  }
}
