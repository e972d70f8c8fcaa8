/// Places the events of a timeline on a sheet.
struct TimelineDrawing {
  private let timeline: Timeline
  private let lanes: [String]
  private let rows: [String: Int]
  private let width: Int
  private let labelWidth: Int
  private let end: Duration

  private static let rowHeight = 28
  private static let top = 28
  private static let margin = 12
  private static let gap = 7
  private static let characterWidth = 7

  init(_ timeline: Timeline, width: Int) {
    self.timeline = timeline
    lanes = timeline.lanes
    rows = Dictionary(uniqueKeysWithValues: lanes.enumerated().map { ($1, $0) })
    let longest = lanes.map(\.count).max() ?? 0
    labelWidth = min(longest, 24) * Self.characterWidth + 2 * Self.margin
    self.width = min(max(width, labelWidth + 200), 100_000)
    end = timeline.events.map(\.instant.offset).max() ?? .zero
  }

  var document: String {
    var parts = [header]
    parts += lanes.indices.map(row)
    parts.append(axis)
    parts += bars
    parts += dots
    parts.append("</svg>")
    return parts.joined(separator: "\n") + "\n"
  }

  private var height: Int { Self.top + lanes.count * Self.rowHeight + Self.margin }

  private var header: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" \
    height="\(height)" role="img" aria-label="Timeline of \(timeline.events.count) events" \
    font-family="ui-monospace, Menlo, Consolas, monospace" font-size="12">
    <style>
    .paper { fill: #ffffff } .ink { fill: #1d1d1f } .soft { fill: #6e6e73 }
    .rule { stroke: #d2d2d7 }
    .dot { fill: #0b63ce } .bar { fill: #0b63ce; fill-opacity: .22 }
    @media (prefers-color-scheme: dark) {
    .paper { fill: #1d1d1f } .ink { fill: #f5f5f7 } .soft { fill: #a1a1a6 }
    .rule { stroke: #48484a }
    .dot { fill: #6cb2ff } .bar { fill: #6cb2ff; fill-opacity: .3 }
    }
    </style>
    <rect class="paper" width="\(width)" height="\(height)"/>
    """
  }

  private func row(_ index: Int) -> String {
    let y = center(ofRow: index)
    return """
      <line class="rule" x1="\(labelWidth)" x2="\(width - Self.margin)" y1="\(y)" y2="\(y)"/>
      <text class="ink" x="\(Self.margin)" y="\(y + 4)">\(shortened(lanes[index], to: 24))</text>
      """
  }

  private var axis: String {
    """
    <text class="soft" x="\(labelWidth)" y="18">0 ms</text>
    <text class="soft" x="\(width - Self.margin)" y="18" text-anchor="end">\
    \(end.milliseconds)</text>
    """
  }

  /// A span that has no end goes on to the right edge.
  private var bars: [String] {
    struct Span: Hashable {
      var lane: String
      var what: String
    }
    var open: [Span: [Int]] = [:]
    var bars: [String] = []
    for (index, event) in timeline.events.enumerated() {
      let span = Span(lane: event.lane, what: event.what)
      switch event.phase {
      case .happens: continue
      case .begins: open[span, default: []].append(index)
      case .ends:
        guard let begin = open[span]?.popLast() else { continue }
        bars.append(bar(timeline.events[begin], until: event.instant.offset))
      }
    }
    return bars + open.values.joined().sorted().map { bar(timeline.events[$0], until: end) }
  }

  private func bar(_ begin: Timeline.Event, until instant: Duration) -> String {
    let left = x(begin.instant.offset)
    let right = max(x(instant), left + 2)
    let y = center(ofRow: rows[begin.lane] ?? 0) - 8
    let title = "\(begin.instant.offset.milliseconds)–\(instant.milliseconds) \(begin.what)"
    return """
      <rect class="bar" x="\(left)" y="\(y)" width="\(right - left)" height="16" rx="3">\
      <title>\(title.markup())</title></rect>
      """
  }

  /// Each dot carries its words on its right or, where there is more room, on its left.
  private var dots: [String] {
    var taken: [String: Int] = [:]
    let events = timeline.events.filter { $0.phase != .ends }
    return zip(events, followers(of: events)).map { event, next in
      let x = x(event.instant.offset)
      let y = center(ofRow: rows[event.lane] ?? 0)
      let onRight = (next - x - 2 * Self.gap) / Self.characterWidth
      let onLeft = (x - (taken[event.lane] ?? labelWidth) - 2 * Self.gap) / Self.characterWidth
      let isRight = onRight >= min(event.what.count, onLeft)
      let room = isRight ? onRight : onLeft
      let words = room < 4 ? "" : shortened(event.what, to: room)
      taken[event.lane] = isRight ? x + Self.gap + words.count * Self.characterWidth : x
      let title = "\(event.instant) \(event.lane): \(event.what)".markup()
      return """
        <circle class="dot" cx="\(x)" cy="\(y)" r="4"><title>\(title)</title></circle>
        <text class="soft" x="\(isRight ? x + Self.gap : x - Self.gap)" y="\(y - 4)" \
        text-anchor="\(isRight ? "start" : "end")">\(words)</text>
        """
    }
  }

  /// For each event, where the next one of its lane is, or the right edge.
  private func followers(of events: [Timeline.Event]) -> [Int] {
    var next: [String: Int] = [:]
    let places = events.reversed().map { event in
      defer { next[event.lane] = x(event.instant.offset) }
      return next[event.lane] ?? width - Self.margin
    }
    return places.reversed()
  }

  private func center(ofRow row: Int) -> Int {
    Self.top + row * Self.rowHeight + Self.rowHeight / 2
  }

  private func x(_ instant: Duration) -> Int {
    let room = width - labelWidth - 2 * Self.margin
    guard end > .zero else { return labelWidth + Self.margin }
    return labelWidth + Self.margin + Int((instant / end) * Double(room))
  }

  private func shortened(_ text: String, to length: Int) -> String {
    (text.count <= length ? text : text.prefix(length - 1) + "…").markup()
  }
}
