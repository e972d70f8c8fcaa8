import Simulation

/// The place of a chart on its sheet, and where values lie in it.
struct ChartFrame {
  let width = 960.0
  let height: Double
  /// The largest value of each axis; both begin at zero.
  let lastX: Double
  let lastY: Double

  private let left = 64.0
  private let right = 12.0
  private let top = 10.0
  private let bottom = 26.0

  /// A frame whose axes end at the given values.
  init(height: Double, lastX: Double, lastY: Double) {
    self.height = height
    self.lastX = max(lastX, .leastNonzeroMagnitude)
    self.lastY = max(lastY, .leastNonzeroMagnitude)
  }

  /// Where a value lies from the left.
  func x(_ value: Double) -> String {
    number(left + min(max(value / lastX, 0), 1) * (width - left - right))
  }

  /// Where a value lies from the top: from there down, or up from the bottom.
  func y(_ value: Double, isUpwards: Bool) -> String {
    let share = min(max(value / lastY, 0), 1)
    return number(top + (isUpwards ? 1 - share : share) * (height - top - bottom))
  }

  /// The document around the parts, with its axes.
  ///
  /// - Parameters:
  ///   - label: What the chart shows, for those who do not see it.
  ///   - xTicks: The values to name on the horizontal axis, and their names.
  ///   - yTicks: Those of the vertical one, by their place.
  ///   - parts: What is drawn.
  /// - Returns: An SVG element.
  func document(
    label: String, xTicks: [(value: Double, name: String)],
    yTicks: [(place: String, name: String)], parts: [String]
  ) -> String {
    let below = number(height - bottom)
    var lines = [
      """
      <svg viewBox="0 0 \(number(width)) \(number(height))" role="img" \
      aria-label="\(label.markup())">
      """
    ]
    for tick in yTicks {
      lines.append(
        """
        <line class="rule" x1="\(number(left))" x2="\(number(width - right))" y1="\(tick.place)" \
        y2="\(tick.place)"/>\
        <text class="soft" x="\(number(left - 8))" y="\(tick.place)" dy="4" text-anchor="end">\
        \(tick.name.markup())</text>
        """)
    }
    for (index, tick) in xTicks.enumerated() {
      let anchor = index == 0 ? "start" : index == xTicks.count - 1 ? "end" : "middle"
      lines.append(
        """
        <text class="soft" x="\(x(tick.value))" y="\(number(height - 8))" \
        text-anchor="\(anchor)">\(tick.name.markup())</text>
        """)
    }
    lines.append(
      """
      <line class="axis" x1="\(number(left))" x2="\(number(width - right))" y1="\(below)" \
      y2="\(below)"/>
      """)
    return (lines + parts + ["</svg>"]).joined(separator: "\n")
  }

  /// With one place behind the point, which is finer than a screen.
  private func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
  }
}
