import Foundation

/// Where the compiler puts what it makes of each source file, by the path of the source and the
/// kind of output; the file that `-output-file-map` names.
struct OutputFileMap: Codable, Hashable, Sendable {
  private(set) var entries: [String: [String: String]]

  init(_ entries: [String: [String: String]]) {
    self.entries = entries
  }

  /// Reads a map; nil where there is none that can be read.
  init?(at path: String) {
    let data = try? Data(contentsOf: URL(fileURLWithPath: path))
    guard let map = data.flatMap({ try? JSONDecoder().decode(Self.self, from: $0) }) else {
      return nil
    }
    self = map
  }

  init(from decoder: any Decoder) throws {
    entries = try decoder.singleValueContainer().decode([String: [String: String]].self)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(entries)
  }

  /// The object files.
  var objects: [String] { entries.values.compactMap { $0["object"] } }

  /// The same map for another folder: what lies in the first lies in the second, under the same
  /// name. What is written for later builds by SwiftPM only is left out.
  func moved(from old: String, to new: String) -> OutputFileMap {
    OutputFileMap(
      entries.mapValues { outputs in
        outputs.filter { $0.key == "object" || $0.key == "dependencies" }
          .mapValues { $0.hasPrefix(old) ? new + $0.dropFirst(old.count) : $0 }
      })
  }
}
