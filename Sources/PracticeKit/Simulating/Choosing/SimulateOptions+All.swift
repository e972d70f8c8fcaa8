import SimulatedApp
import SimulatedPhone
import Vocabulary

extension SimulateOptions {
  /// The options as help texts list them.
  static let all: [CommandOption] = [
    .value("rows", "n", "How many rows the feed has.", default: "500"),
    .value("gesture", "name", "What the user does: \(gestures).", default: "fling"),
    .value("script", "file", "What happens, line by line, from a file."),
    .value("device", "name", "The phone: \(devices).", default: "2GB"),
    .value("network", "name", "The network: \(networks).", default: "lte"),
    .value("latency", "time", "Its time there and back, such as 80ms."),
    .value("bandwidth", "bytes", "What it carries in a second, such as 150kB."),
    .value("loss", "percent", "How many transfers break, such as 2%."),
    .flag("originals", "Let the server send originals, whatever is asked for."),
    .value("pipeline", "name", "The pipeline: reference, naive.", default: "reference"),
    .value("budget", "percent", "The memory budget, against the usual one.", default: "100"),
    .value("prefetch", "n", "How many rows ahead loads begin.", default: "that of the policy"),
    .flag("no-cancel", "Let loads go on that nobody waits for."),
    .value("seed", "n", "Picks what is left to chance.", default: "1"),
    .value("compare", "what", "Run several settings side by side: \(comparisons)."),
    .value("html", "file", "Write the numbers and the timeline as a page."),
    .flag("json", "Print the numbers as JSON."),
  ]

  private static var gestures: String { list(GestureScript.Named.allCases.map(\.rawValue)) }
  private static var devices: String { list(DeviceClass.allCases.map(\.name)) }
  private static var networks: String { list(NetworkCondition.all.map(\.name)) }
  private static var comparisons: String { list(Comparison.allCases.map(\.rawValue)) }

  private static func list(_ names: [String]) -> String { names.joined(separator: ", ") }
}
