/// Why a scenario cannot be run, or did not come to its end.
public enum ScenarioError: Error, Hashable, Sendable {
  /// The script looks at a photo that the server lacks: it has so many, from number 0 on.
  case photoMissing(Int, of: Int)
  /// The run did not come to its end; says why.
  case run(String)
}

extension ScenarioError: CustomStringConvertible {
  /// What is wrong and what to do, as sentences.
  public var description: String {
    switch self {
    case .photoMissing(let photo, 0):
      "The script looks at photo \(photo), and the server has none. Give more rows."
    case .photoMissing(let photo, let count):
      "The script looks at photo \(photo), which the server lacks: it has photos 0 to "
        + "\(count - 1). Give more rows, or another photo."
    case .run(let reason):
      "The run did not come to its end: \(reason)"
    }
  }
}
