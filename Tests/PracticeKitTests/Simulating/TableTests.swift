import SimulatedApp
import XCTest

@testable import PracticeKit

final class TableTests: XCTestCase {
  private func result(_ name: String, _ change: (inout Scenario) -> Void) throws -> Simulated {
    var scenario = Scenario(rows: 40)
    change(&scenario)
    return Simulated(name: name, report: try scenario.run())
  }

  func testNoLineIsLongerThanTheTerminal() throws {
    let one = try result("reference") { _ in }
    for width in [20, 40, 60, 80, 120] {
      let lines = FigureTable(report: one.report, width: width).text.split(separator: "\n")
      // Names and values stand beside each other in any width.
      XCTAssertLessThanOrEqual(lines.map(\.count).max() ?? 0, max(width, 32), "\(width)")
    }
  }

  func testTwoRunsStandSideBySideWhereTheyFit() throws {
    let results = [
      try result("reference") { _ in }, try result("naive") { $0.pipeline = .naive },
    ]
    let table = ComparisonTable(results: results, width: 80).text
    XCTAssertTrue(table.hasPrefix("                         reference        naive\nHit rates\n"))
    XCTAssertFalse(table.contains(" \n"), "No line ends with a blank.")
    let narrow = ComparisonTable(results: results, width: 40).text
    XCTAssertTrue(narrow.contains("naive\n\nHit rates\n"))
  }

  func testNumbersAreSaidAsPeopleSayThem() {
    XCTAssertEqual(Duration.microseconds(8_400).words, "8.4 ms")
    XCTAssertEqual(Duration.milliseconds(132).words, "132 ms")
    XCTAssertEqual(Duration.milliseconds(1_240).words, "1.24 s")
    XCTAssertEqual(Duration.seconds(720).words, "12 min")
    XCTAssertEqual(12_345.grouped, "12,345")
    XCTAssertEqual(FigureValue.memory(33_554_400).text, "32 MiB")
    XCTAssertEqual(FigureValue.transfer(554_321).text, "554 kB")
    XCTAssertEqual(FigureValue.duration(nil).text, "not enough")
    XCTAssertEqual(FigureValue.share(0.192).text, "19.2 %")
  }
}
