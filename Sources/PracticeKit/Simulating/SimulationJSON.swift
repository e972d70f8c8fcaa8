import Foundation
import SimulatedApp
import SimulatedPhone
import Vocabulary

/// The numbers of runs as JSON, version 1: `{"schemaVersion", "runs": [{"name", "scenario",
/// "figures": {id: {"value", "unit"}}}]}`. A figure that is not known has no value.
struct SimulationJSON: Encodable {
  private struct Run: Encodable {
    var name: String
    var scenario: [String: String]
    var figures: [String: Value]
  }

  private struct Value: Encodable {
    var value: Double?
    var unit: String
  }

  private let schemaVersion = 1
  private let runs: [Run]

  init(_ results: [Simulated]) {
    runs = results.map { result in
      let scenario = result.report.scenario
      return Run(
        name: result.name,
        scenario: [
          "rows": "\(scenario.rows)", "gesture": scenario.script.name,
          "device": scenario.device.name, "network": scenario.network.name,
          "seed": "\(scenario.seed)", "pipeline": scenario.pipeline.kind.rawValue,
        ],
        figures: Dictionary(
          uniqueKeysWithValues: Figure.all.map { figure in
            let value = figure.value(result.report)
            return (figure.id, Value(value: value.number, unit: value.unit))
          }))
    }
  }

  /// The document, with sorted keys and its line end.
  var text: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }
  }
}
