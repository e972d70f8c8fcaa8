import Foundation
import Grading
import XCTest

final class AnswerFileTests: XCTestCase {
  private var package = URL(fileURLWithPath: "/")

  override func setUpWithError() throws {
    package = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try put("// a manifest", at: "Package.swift")
    try put("stub", at: "Solutions/Toy/Mistakes/Untouched.swift")
    try put("stub", at: "Exercises/Toy/Toy.swift")
  }

  override func tearDownWithError() throws {
    try? FileManager.default.removeItem(at: package)
  }

  func testTheStubIsUntouchedAndAByteMoreIsStarted() throws {
    XCTAssertEqual(file()?.isUntouched, true)
    try put("stub\n", at: "Exercises/Toy/Toy.swift")
    XCTAssertEqual(file()?.isUntouched, false)
  }

  func testTheAnswersMayLieInAnotherFolder() throws {
    try put("an answer", at: ".practice/answers/Toy/Toy.swift")
    let variables = [AnswerFile.answersVariable: ".practice/answers"]
    XCTAssertEqual(file(variables)?.isUntouched, false)
    XCTAssertEqual(file([AnswerFile.answersVariable: ""])?.isUntouched, true)
  }

  func testWhereAFileIsMissingTheAnswerCountsAsStarted() throws {
    XCTAssertEqual(file([AnswerFile.answersVariable: "Nowhere"])?.isUntouched, false)
    try FileManager.default.removeItem(
      at: package.appending(path: "Solutions/Toy/Mistakes/Untouched.swift"))
    XCTAssertEqual(file()?.isUntouched, false)
  }

  func testWithoutAPackageThereIsNoAnswer() {
    XCTAssertNil(AnswerFile("Toy", above: "/nowhere/Tests/ToyTests.swift", environment: [:]))
  }

  private func file(_ environment: [String: String] = [:]) -> AnswerFile? {
    AnswerFile(
      "Toy", above: package.appending(path: "Tests/Exercises/ToyTests/ToyTests.swift").path,
      environment: environment)
  }

  private func put(_ text: String, at path: String) throws {
    let file = package.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
}
