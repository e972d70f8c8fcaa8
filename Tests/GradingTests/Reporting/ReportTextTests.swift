import Grading
import Simulation
import XCTest

/// The texts, to the byte.
final class ReportTextTests: XCTestCase {
  func testTheTextOfAReport() {
    XCTAssertEqual(
      report.text(remark: "12:40 left"),
      """
      TenCellsOneAvatar                                     1 of 3 checks · 12:40 left
        ✓ ten cells, one load, ten pictures                                       core
        ✗ two sizes of one photo are two loads                                    core
            expected  the viewer, which asked for 1170 px, gets 1170 px
            got       360 px, from the feed's load of the same URL
            trap      Keyed by URL alone: the viewer shows a blurry thumbnail
            say       "The memory key is the URL plus the pixel size."
              0 ms  cell 1  asks /p/7 @360
              1 ms  viewer  asks /p/7 @1170   ←
            120 ms  net     brings 16384 bytes ×3
            replay    practice grade TenCellsOneAvatar --check twoSizes --seed 41
        – other URLs go on meanwhile                                            senior
            skipped   needs twoSizes, which failed
        This looks like a known mistake: keyed by URL alone.
        Note: 2 line(s) that are no record were ignored.

      """)
  }

  func testAnAnswerThatWasNotRunIsOneLine() {
    let checks = report.checks.map(\.check)
    XCTAssertEqual(
      ExerciseReport("Toy", checks: checks, notRun: .notStarted).text(),
      "Toy" + String(repeating: " ", count: 66) + "not started\n")
    let broken = ExerciseReport("Toy", checks: checks, notRun: .didNotBuild, words: "a\nb").text()
    XCTAssertTrue(broken.hasSuffix("does not build\n  a\n  b\n"), broken)
  }

  func testTheXMLOfAReport() {
    let xml = ExerciseReport.junit([report])
    XCTAssertTrue(
      xml.contains(
        "<testsuite name=\"TenCellsOneAvatar\" tests=\"3\" failures=\"1\" errors=\"0\" "
          + "skipped=\"1\" time=\"0.040\">"), xml)
    XCTAssertTrue(xml.contains("<skipped message=\"needs twoSizes, which failed\"/>"), xml)
    XCTAssertTrue(xml.contains("&quot;The memory key"), xml)
    XCTAssertFalse(xml.contains("&amp;quot;"), xml)
    var hostile = report
    hostile.exercise = "<&\"\u{0}\u{FFFF}>"
    XCTAssertTrue(
      ExerciseReport.junit([hostile]).contains("name=\"&lt;&amp;&quot;\u{FFFD}\u{FFFD}&gt;\""))
    let broken = ExerciseReport("Toy", checks: [], notRun: .didNotBuild, words: "no")
    XCTAssertTrue(
      ExerciseReport.junit([broken]).contains("tests=\"1\" failures=\"0\" errors=\"1\""))
  }

  func testAnExcerptShowsWhatLedThere() {
    let events = (0..<100).map {
      Timeline.Event(instant: .init(.milliseconds($0)), lane: "net", what: "\($0)")
    }
    let excerpt = TimelineExcerpt(Timeline(events: events), around: 50, limit: 8)
    XCTAssertEqual(excerpt.events.map(\.what), (45...52).map(String.init))
    XCTAssertEqual(excerpt.mark, 5)
    XCTAssertEqual(excerpt.omittedBefore, 45)
    XCTAssertEqual(excerpt.omittedAfter, 47)
    XCTAssertEqual(TimelineExcerpt(Timeline(events: events), limit: 3).events.last?.what, "99")
    XCTAssertEqual(TimelineExcerpt(Timeline(), around: 3), TimelineExcerpt())
  }

  func testALongErrorIsCut() {
    let finding = Finding(
      .error, expected: "", got: String(repeating: "a", count: 1_000_000),
      Lesson(trap: "", "", say: ""))
    XCTAssertEqual(finding.got.count, 2_000)
  }

  private var report: ExerciseReport {
    let timeline = Timeline(
      events: [
        .init(instant: .init(.zero), lane: "cell 1", what: "asks /p/7 @360"),
        .init(instant: .init(.milliseconds(1)), lane: "viewer", what: "asks /p/7 @1170"),
      ]
        + (0..<3).map { _ in
          .init(instant: .init(.milliseconds(120)), lane: "net", what: "brings 16384 bytes")
        })
    let finding = Finding(
      .expectation, expected: "the viewer, which asked for 1170 px, gets 1170 px",
      got: "360 px, from the feed's load of the same URL",
      Lesson(
        trap: "Keyed by URL alone", "the viewer shows a blurry thumbnail",
        say: "The memory key is the URL plus the pixel size."),
      seed: 41, choices: [1], timeline: TimelineExcerpt(timeline, around: 1))
    var report = ExerciseReport("TenCellsOneAvatar", checks: [], evidence: [])
    report.checks = [
      CheckReport(Check("oneLoad", "ten cells, one load, ten pictures"), .pass, seconds: 0.03),
      CheckReport(
        Check("twoSizes", "two sizes of one photo are two loads"), .fail, finding: finding,
        seconds: 0.01),
      CheckReport(
        Check("others", "other URLs go on meanwhile", .senior, needs: "twoSizes"), .skipped,
        words: "needs twoSizes, which failed"),
    ]
    report.mistake = Mistake("ByURL", title: "keyed by URL alone", fails: ["twoSizes"])
    report.notes = ["2 line(s) that are no record were ignored."]
    return report
  }
}
