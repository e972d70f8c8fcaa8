import PracticeKit
import XCTest

final class PracticeTests: XCTestCase {
  func testWithoutAWordItSaysWhatToDoNext() {
    let result = Practice.run([])
    XCTAssertEqual(result.status, 0)
    XCTAssertEqual(result.errors, "")
    XCTAssertTrue(result.output.contains("swift run practice doctor"))
  }

  func testAnUnknownCommandIsAWrongUse() {
    XCTAssertEqual(
      Practice.run(["doctr", "--now"]),
      CommandResult(
        errors: """
          Error: Unknown command 'doctr'. Did you mean 'doctor'?
          See 'practice --help' for more information.

          """, status: 64))
  }

  func testHelpNamesEveryCommand() {
    for words in [["--help"], ["-h"], ["help"]] {
      let result = Practice.run(words)
      XCTAssertEqual(result.status, 0)
      XCTAssertTrue(result.output.contains("doctor"))
    }
    XCTAssertTrue(Practice.run(["help", "doctor"]).output.hasPrefix("OVERVIEW: Check"))
  }

  func testTheDoctorNamesTheDriverInUse() throws {
    let result = Practice.run(["doctor"])
    XCTAssertEqual(result.status, 0, result.errors)
    XCTAssertTrue(result.output.contains("Simulation: driver "))
  }
}
