import SimulatedApp

/// What happened to the pictures of the rows, over time: one line for each visit of a row to the
/// screen, and one dot for each thing that happened.
struct RowChart {
  /// The kinds of events that have a dot, in the order in which they are drawn and explained.
  static let dots: [(kind: FeedEvent.Kind, name: String)] = [
    (.asked, "asked"), (.joined, "joined"), (.downloaded, "downloaded"), (.decoded, "decoded"),
    (.cancelled, "cancelled"), (.failed, "failed"), (.hit, "memory hit"), (.shown, "shown"),
  ]

  let report: ScenarioReport

  /// The drawing.
  var svg: String {
    let frame = ChartFrame(
      height: 420, lastX: report.end / .milliseconds(1), lastY: Double(max(report.scenario.rows, 1))
    )
    let lastRow = max(report.scenario.rows - 1, 0)
    let rowTicks = [0, lastRow / 4, lastRow / 2, lastRow * 3 / 4, lastRow]
    return frame.document(
      label: "Rows over time: what happened to the picture of each",
      xTicks: [0, 0.25, 0.5, 0.75, 1].map { share in
        (report.end / .milliseconds(1) * share, (report.end * share).words)
      },
      yTicks: Set(rowTicks).sorted().map { row in
        (frame.y(Double(row), isUpwards: false), "row \(row.grouped)")
      },
      parts: [visits(in: frame)] + Self.dots.compactMap { dots($0.kind, in: frame) })
  }

  /// How many events of each kind are drawn, for the legend.
  var counts: [FeedEvent.Kind: Int] {
    report.events.reduce(into: [:]) { $0[$1.kind, default: 0] += 1 }
  }

  /// The visits, each from its row's appearing to its leaving. Events are sorted by row and time.
  private func visits(in frame: ChartFrame) -> String {
    let end = report.end
    var path = ""
    var begin: (row: Int, instant: Duration)?
    func draw(until instant: Duration) {
      guard let visit = begin else { return }
      let y = frame.y(Double(visit.row), isUpwards: false)
      path +=
        "M\(frame.x(visit.instant / .milliseconds(1))) \(y)"
        + "H\(frame.x(instant / .milliseconds(1)))"
      begin = nil
    }
    for event in report.events {
      if let visit = begin, visit.row != event.row { draw(until: end) }
      switch event.kind {
      case .appeared: begin = (event.row, event.instant)
      case .left: draw(until: event.instant)
      default: break
      }
    }
    draw(until: end)
    return #"<path class="visit" d="\#(path)"/>"#
  }

  private func dots(_ kind: FeedEvent.Kind, in frame: ChartFrame) -> String? {
    let places = report.events.filter { $0.kind == kind }.map { event in
      "M\(frame.x(event.instant / .milliseconds(1))) "
        + "\(frame.y(Double(event.row), isUpwards: false))h0"
    }
    guard !places.isEmpty else { return nil }
    return #"<path class="dot \#(kind.rawValue)" d="\#(places.joined())"/>"#
  }
}
