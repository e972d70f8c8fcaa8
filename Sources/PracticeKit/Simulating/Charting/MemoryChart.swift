import SimulatedApp
import Simulation
import SimulatedPhone

/// What pictures took over time, against what they may take and what ends the app.
struct MemoryChart {
  let report: ScenarioReport

  /// The drawing.
  var svg: String {
    let end = report.end
    let budget = report.numbers.budget
    let limit = max(report.limits.limit - report.limits.baseline, 0)
    let most = max(report.memory.peak, budget)
    // The limit is drawn where the pictures came near it; else it would press all else flat.
    let top = Double(max(most > limit / 2 ? max(most, limit) : most, 1)) * 1.05
    let frame = ChartFrame(height: 220, lastX: end / .milliseconds(1), lastY: top)
    var lines = [rule("budget", budget, "budget", in: frame)]
    if Double(limit) <= top { lines.append(rule("limit", limit, "the app is ended", in: frame)) }
    return frame.document(
      label: "Memory of pictures over time",
      xTicks: [0, 0.5, 1].map { (end / .milliseconds(1) * $0, (end * $0).words) },
      yTicks: [0, 0.5, 1].map { share in
        let bytes = Int(top / 1.05 * share)
        return (frame.y(Double(bytes), isUpwards: true), FigureValue.memory(bytes).text)
      },
      parts: [curve(in: frame)] + lines)
  }

  private func curve(in frame: ChartFrame) -> String {
    var path = "M\(frame.x(0)) \(frame.y(0, isUpwards: true))"
    for (index, bytes) in report.memory.samples.enumerated() {
      let start = report.memory.interval * index / .milliseconds(1)
      let isLast = index == report.memory.samples.count - 1
      let end =
        isLast ? frame.lastX : report.memory.interval * (index + 1) / .milliseconds(1)
      path += "L\(frame.x(start)) \(frame.y(Double(bytes), isUpwards: true))H\(frame.x(end))"
    }
    path += "V\(frame.y(0, isUpwards: true))Z"
    return #"<path class="memory" d="\#(path)"/>"#
  }

  private func rule(_ style: String, _ bytes: Int, _ name: String, in frame: ChartFrame) -> String {
    let y = frame.y(Double(bytes), isUpwards: true)
    return """
      <path class="line \(style)" d="M\(frame.x(0)) \(y)H\(frame.x(frame.lastX))"/>\
      <text class="soft" x="\(frame.x(frame.lastX))" y="\(y)" dy="-4" text-anchor="end">\
      \(name.markup())</text>
      """
  }
}
