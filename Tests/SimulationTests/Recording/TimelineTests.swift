import Simulation
import XCTest

#if canImport(FoundationXML)
  import FoundationXML
#endif

final class TimelineTests: XCTestCase {
  private let timeline = Timeline(events: [
    .init(instant: .zero, lane: "cell 1", what: "asks /p/7 @360"),
    .init(instant: .zero, lane: "net", what: "/p/7", phase: .begins),
    .init(instant: .init(.milliseconds(1)), lane: "viewer", what: "joins the load @360"),
    .init(instant: .init(.milliseconds(120)), lane: "net", what: "/p/7", phase: .ends),
  ])

  func testTextIsATable() {
    XCTAssertEqual(
      timeline.text(marking: 2),
      """
        0 ms  cell 1  asks /p/7 @360
        0 ms  net     begins: /p/7
        1 ms  viewer  joins the load @360   ←
      120 ms  net     ends: /p/7

      """)
  }

  func testAnExcerptClampsItsRange() {
    XCTAssertEqual(timeline.text(2..<99).split(separator: "\n").count, 2)
    XCTAssertEqual(timeline.text(9..<12), "")
    XCTAssertEqual(Timeline().text(), "")
  }

  func testLanesComeInOrderOfAppearance() {
    XCTAssertEqual(timeline.lanes, ["cell 1", "net", "viewer"])
  }

  func testPictureIsWellFormedWhateverTheWordsAre() throws {
    let nasty = Timeline(events: [
      .init(
        instant: .zero, lane: "<a & \"b\">\u{1}", what: "]]> </svg> 'x' \u{FFFE}", phase: .begins),
      .init(instant: .init(.seconds(1)), lane: String(repeating: "long", count: 30), what: ""),
    ])
    for timeline in [nasty, timeline, Timeline()] {
      let parser = XMLParser(data: Data(timeline.svg().utf8))
      XCTAssertTrue(parser.parse(), "\(String(describing: parser.parserError)): \(timeline)")
    }
  }

  func testPictureHasARowForEachLaneAndNoScript() {
    let svg = timeline.svg()
    XCTAssertEqual(svg.components(separatedBy: "class=\"ink\"").count - 1, 3)
    XCTAssertEqual(svg.components(separatedBy: "<circle").count - 1, 3)
    XCTAssertEqual(svg.components(separatedBy: "class=\"bar\"").count - 1, 1)
    XCTAssertFalse(svg.contains("<script"))
    XCTAssertFalse(svg.contains("href"))
    XCTAssertEqual(svg, timeline.svg())
  }

  func testEqualSpansAreDrawnOnceEach() {
    let timeline = Timeline(events: [
      .init(instant: .zero, lane: "net", what: "/p/7", phase: .begins),
      .init(instant: .zero, lane: "net", what: "/p/7", phase: .begins),
      .init(instant: .init(.seconds(1)), lane: "net", what: "/p/7", phase: .ends),
    ])
    XCTAssertEqual(timeline.svg().components(separatedBy: "class=\"bar\"").count - 1, 2)
    XCTAssertTrue(timeline.svg(width: .max).hasPrefix("<svg"))
  }

  func testAnEventIsOneLineWhateverItsWords() {
    let timeline = Timeline(events: [.init(instant: .zero, lane: "net", what: "two\nlines")])
    XCTAssertEqual(timeline.text(), "0 ms  net  two lines\n")
  }

  func testLaneOfATaskIsThatOfTheTaskWhichStartedIt() throws {
    let simulation = Simulation()
    let run = simulation.run {
      simulation.record("begins")
      try await simulation.start("cell 1") {
        async let child: Void = simulation.record("in a child")
        await child
        await Task { simulation.record("in a task") }.value
        await Task.detached { simulation.record("detached") }.value
        simulation.record("elsewhere", on: "net")
      }.value
    }
    try run.get()
    XCTAssertEqual(
      run.timeline.events.map { "\($0.lane): \($0.what)" },
      [
        "test: begins", "cell 1: in a child", "cell 1: in a task", "a task: detached",
        "net: elsewhere",
      ])
  }
}
