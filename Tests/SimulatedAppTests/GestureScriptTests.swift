import SimulatedApp
import SimulatedPhone
import XCTest

final class GestureScriptTests: XCTestCase {
  func testEveryLineIsReadAsItIsWritten() throws {
    let script = try GestureScript(
      """
      # a walk
      fling 40 in 2s
      fling -40 in 1.5s
      rest 500ms
      jump 120
      view 7 for 3s
      warning
      leave 30s
      sleep 10m   # long
      outage 20s
      network edge
      """, name: "walk")
    XCTAssertEqual(
      script.gestures,
      [
        .fling(rows: 40, over: .seconds(2)), .fling(rows: -40, over: .milliseconds(1_500)),
        .rest(.milliseconds(500)), .jump(row: 120), .view(photo: 7, for: .seconds(3)), .warning,
        .leave(.seconds(30)), .sleep(.seconds(600)), .outage(.seconds(20)), .network(.edge),
      ])
    XCTAssertEqual(script.duration, .milliseconds(2_000 + 1_500 + 500 + 3_000 + 500 + 630_000))
  }

  func testWhatCannotBeFollowedIsNamedByItsLine() {
    let cases: [(String, Int, String)] = [
      ("rest 1s\nfling 40 2s", 2, "Write it as 'fling <rows> in <time>'."),
      ("jump -3", 1, "Write it as 'jump <row>'."),
      ("rest 5", 1, "Write it as 'rest <time>'."),
      ("warning now", 1, "Write it as 'warning'."),
      ("network 6g", 1, "Write it as 'network perfect|wifi|lte|3g|edge|train|offline'."),
      ("", 1, "The script ends without a gesture."),
      ("# nothing\n\n", 3, "The script ends without a gesture."),
    ]
    for (text, line, sentence) in cases {
      XCTAssertThrowsError(try GestureScript(text, name: "wrong"), text) { error in
        XCTAssertEqual("\(error)", "Line \(line): \(sentence)", text)
      }
    }
  }

  func testTheNamedHourTakesAnHour() {
    let hour = GestureScript(.hour, rows: 2_000, network: .lte)
    XCTAssertEqual(hour.duration, .seconds(3_600))
    XCTAssertNil(hour.photoMissing(among: 2_000))
  }

  func testNamedScriptsAreFitForAnyNumberOfRows() throws {
    for named in GestureScript.Named.allCases where named != .hour {
      for rows in [0, 1, 7] {
        let script = GestureScript(named, rows: rows, network: .perfect)
        let numbers = try Scenario(rows: rows, script: script, network: .perfect).run().numbers
        XCTAssertTrue(numbers.isBalanced, "\(named), \(rows) rows")
        XCTAssertEqual(numbers.blankAtEnd, 0, "\(named), \(rows) rows")
      }
    }
  }
}
