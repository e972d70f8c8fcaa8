import SimulatedApp

/// One of the numbers that are printed, with the sentence that says what it is.
struct Figure {
  /// What the figures are sorted into, in the order in which a review asks for them.
  enum Group: String, CaseIterable {
    case hits = "Hit rates"
    case waiting = "From visible to shown"
    case decoding = "Decode, and the main actor"
    case bytes = "Bytes"
    case shares = "What was given up"
    case memory = "Memory"
    case truth = "What was drawn"
  }

  /// How JSON calls it.
  var id: String
  var group: Group
  /// How tables call it.
  var name: String
  var value: (ScenarioReport) -> FigureValue
  /// What it is, as the end of a sentence that begins with its value.
  var meaning: (ScenarioReport) -> String
  /// Whether the number, compared with that of another run, is better when it is lower; nil
  /// where neither is better.
  var isBetterLower: Bool?

  init(
    _ id: String, _ group: Group, _ name: String, _ isBetterLower: Bool?,
    _ value: @escaping (ScenarioNumbers) -> FigureValue,
    meaning: @escaping (ScenarioReport) -> String
  ) {
    self.id = id
    self.group = group
    self.name = name
    self.isBetterLower = isBetterLower
    self.value = { value($0.numbers) }
    self.meaning = meaning
  }
}
