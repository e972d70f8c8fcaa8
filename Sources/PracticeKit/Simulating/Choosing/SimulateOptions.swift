import SimulatedApp
import SimulatedPhone
import Vocabulary

/// The options of `simulate`, checked.
struct SimulateOptions {
  /// What is run, with the pipeline of the first contestant.
  private(set) var scenario: Scenario
  /// The settings that are run, one or, in a comparison, several.
  private(set) var contestants: [Comparison.Contestant]
  /// Where the page goes; nil for none.
  let page: PageFile?
  /// Whether the numbers are printed as JSON.
  let isJSON: Bool

  /// How many events a page draws at the most.
  private static let drawnEvents = 6_000

  /// Reads the words.
  ///
  /// - Throws: ``UsageError`` for the first value that makes no sense.
  init(_ words: CommandWords) throws(UsageError) {
    let rows = try words.integer("rows", in: 0...1_000_000) ?? 500
    let network = try Self.network(words)
    let devices = DeviceClass.allCases.map { (name: $0.name, value: $0) }
    let kinds = PipelineVariant.Kind.allCases.map { (name: $0.rawValue, value: $0) }
    let variant = PipelineVariant(
      try words.choice("pipeline", among: kinds) ?? .reference,
      budgetPercent: try words.integer("budget", in: 0...1_000) ?? 100,
      cancels: !words.has("no-cancel"),
      prefetchDistance: try words.integer("prefetch", in: 0...10_000))
    let comparisons = Comparison.allCases.map { (name: $0.rawValue, value: $0) }
    let comparison = try words.choice("compare", among: comparisons)
    page = words.text("html").map(PageFile.init)
    isJSON = words.has("json")
    contestants =
      comparison?.contestants(from: variant)
      ?? [Comparison.Contestant(name: variant.kind.rawValue, variant: variant)]
    scenario = Scenario(
      rows: rows, script: try Self.script(words, rows: rows, network: network),
      device: try words.choice("device", among: devices) ?? .phone2GB, network: network,
      seed: try words.seed("seed") ?? 1, serverResizes: !words.has("originals"),
      pipeline: contestants[0].variant, eventLimit: page == nil ? 0 : Self.drawnEvents)
  }

  /// What is run, in one sentence.
  var sentence: String {
    "\(scenario.rows.grouped) rows, \(scenario.script.name), on the \(scenario.device.name) phone, "
      + "network \(scenario.network.name), seed \(scenario.seed)."
  }

  private static func script(
    _ words: CommandWords, rows: Int, network: NetworkCondition
  ) throws(UsageError) -> GestureScript {
    try words.refuse("gesture", with: "script")
    if let path = words.text("script") {
      do throws(ScriptFileError) {
        return try ScriptFile(path).script
      } catch {
        throw UsageError("\(error)", command: words.command)
      }
    }
    let names = GestureScript.Named.allCases.map { (name: $0.rawValue, value: $0) }
    let named = try words.choice("gesture", among: names) ?? .fling
    return GestureScript(named, rows: rows, network: network)
  }

  private static func network(_ words: CommandWords) throws(UsageError) -> NetworkCondition {
    let names = NetworkCondition.all.map { (name: $0.name, value: $0) }
    var network = try words.choice("network", among: names) ?? .lte
    let former = network
    if let latency = try words.duration("latency", in: .zero ... .seconds(60)) {
      network.latency = latency
    }
    if let bandwidth = try words.bytes("bandwidth", in: 100...1_000_000_000) {
      network.bandwidth = bandwidth
    }
    if let loss = try words.percentage("loss") { network.loss = loss / 100 }
    if network != former { network.name += ", changed" }
    return network
  }
}
