import SimulatedApp
import Simulation

/// Runs as one self-contained page: numbers, rows over time, memory against the budget. No script,
/// no font and no picture from elsewhere; it follows the reader's light or dark setting.
struct SimulationPage {
  let results: [Simulated]
  let options: SimulateOptions

  /// The document.
  var html: String {
    let runs = results.map(section).joined(separator: "\n")
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>Follow-Ups: simulated run</title>
      <style>
      \(PageStyle.css)
      </style>
      </head>
      <body>
      <h1>A pipeline on a simulated phone</h1>
      <p>\(options.sentence.markup())</p>
      \(results.count > 1 ? comparison : "")
      \(runs)
      </body>
      </html>

      """
  }

  private func section(_ result: Simulated) -> String {
    let chart = RowChart(report: result.report)
    let stride = result.report.eventStride
    let note =
      stride > 1
      ? "<p class=\"note\">Of \(result.report.eventCount.grouped) events those of every "
        + "\(stride.grouped)th row are drawn.</p>" : ""
    let numbers = results.count == 1 ? figures(result.report) : ""
    return """
      <section>
      <h2>\(result.name.markup())</h2>
      <h3>Rows over time</h3>
      \(legend(chart))
      <div class="chart">\(chart.svg)</div>
      \(note)
      <h3>Memory of pictures</h3>
      <div class="chart">\(MemoryChart(report: result.report).svg)</div>
      \(numbers)
      </section>
      """
  }

  private func legend(_ chart: RowChart) -> String {
    let counts = chart.counts
    let items = RowChart.dots.filter { counts[$0.kind] != nil }.map { dot in
      """
      <li><svg class="key" viewBox="0 0 10 10" aria-hidden="true">\
      <path class="dot \(dot.kind.rawValue)" d="M5 5h0"/></svg>\
      \(dot.name) \((counts[dot.kind] ?? 0).grouped)</li>
      """
    }
    return """
      <ul class="legend"><li><svg class="key" viewBox="0 0 10 10" aria-hidden="true">\
      <path class="visit" d="M0 5h10"/></svg>on the screen</li>\(items.joined())</ul>
      """
  }

  private func figures(_ report: ScenarioReport) -> String {
    let groups = Figure.Group.allCases.map { group in
      let rows = Figure.all(in: group).map { figure in
        "<tr><th>\(figure.name.markup())</th>"
          + "<td class=\"value\">\(figure.value(report).text.markup())</td>"
          + "<td>\(figure.meaning(report).markup())</td></tr>"
      }
      return "<tbody><tr><th class=\"group\" colspan=\"3\">\(group.rawValue)</th></tr>"
        + rows.joined() + "</tbody>"
    }
    return "<h3>The numbers</h3>\n<table>\(groups.joined(separator: "\n"))</table>"
  }

  private var comparison: String {
    let names = results.map { "<th class=\"value\">\($0.name.markup())</th>" }.joined()
    let groups = Figure.Group.allCases.map { group in
      let rows = Figure.all(in: group).map { figure in
        let values = results.map { figure.value($0.report) }
        let best = figure.best(of: values)
        let cells = values.map { value in
          let style = best != nil && value.number == best ? "value best" : "value"
          return "<td class=\"\(style)\">\(value.text.markup())</td>"
        }
        return "<tr><th>\(figure.name.markup())</th>\(cells.joined())</tr>"
      }
      return
        "<tbody><tr><th class=\"group\" colspan=\"\(results.count + 1)\">\(group.rawValue)</th></tr>"
        + rows.joined() + "</tbody>"
    }
    return """
      <div class="chart"><table><thead><tr><th></th>\(names)</tr></thead>
      \(groups.joined(separator: "\n"))</table></div>
      <p class="note">Bold: the better one, where they differ.</p>
      """
  }
}
