import SimulatedApp

// Typed values: each returns the value, nil where the option was not given, and throws a sentence
// that says what would be right.
extension CommandWords {
  /// A whole number within bounds.
  func integer(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    try value(name, "Give a whole number from \(range.lowerBound) to \(range.upperBound).") {
      Int($0).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// A seed: any number without a sign that 64 bits hold.
  func seed(_ name: String) throws(UsageError) -> UInt64? {
    try value(name, "Give a whole number from 0 to \(UInt64.max).") { UInt64($0) }
  }

  /// A duration with its unit, within bounds.
  func duration(_ name: String, in range: ClosedRange<Duration>) throws(UsageError) -> Duration? {
    let bounds = "\(range.lowerBound.words) to \(range.upperBound.words)"
    return try value(name, "Give a time with its unit, from \(bounds): 250ms, 1.5s, 2m.") {
      Duration(typed: $0).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// A share in percent, from zero to a hundred: `2%`, `0.5%`, also without the sign.
  func percentage(_ name: String) throws(UsageError) -> Double? {
    try value(name, "Give a share from 0% to 100%, such as 2% or 0.5%.") { text in
      let number = text.hasSuffix("%") ? text.dropLast() : text[...]
      guard number.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }) else { return nil }
      return Double(number).flatMap { (0...100).contains($0) ? $0 : nil }
    }
  }

  /// A number of bytes, with or without a unit: `25000`, `150kB`, `1.5MB`.
  func bytes(_ name: String, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
    let bounds = "\(range.lowerBound) to \(range.upperBound)"
    return try value(name, "Give a number of bytes from \(bounds), such as 25000, 150kB or 1.5MB.")
    {
      Self.byteCount($0).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// One of several names, in capitals or not.
  func choice<Choice>(
    _ name: String, among choices: [(name: String, value: Choice)]
  ) throws(UsageError) -> Choice? {
    guard let text = text(name) else { return nil }
    let wanted = text.lowercased()
    if let found = choices.first(where: { $0.name.lowercased() == wanted }) { return found.value }
    let names = choices.map(\.name)
    let hint = Suggestion.nearest(to: text, among: names).map { " Did you mean '\($0)'?" } ?? ""
    throw .invalidValue(
      text, of: name, "Known: \(names.joined(separator: ", ")).\(hint)", command: command)
  }

  /// Refuses two options that contradict each other.
  func refuse(_ first: String, with second: String) throws(UsageError) {
    guard has(first), has(second) else { return }
    throw UsageError("Give '--\(first)' or '--\(second)', not both.", command: command)
  }

  private func value<Value>(
    _ name: String, _ advice: String, _ parse: (String) -> Value?
  ) throws(UsageError) -> Value? {
    guard let text = text(name) else { return nil }
    guard let value = parse(text) else {
      throw .invalidValue(text, of: name, advice, command: command)
    }
    return value
  }

  private static func byteCount(_ text: String) -> Int? {
    let units: [(suffix: String, bytes: Double)] = [("kB", 1e3), ("MB", 1e6), ("GB", 1e9)]
    let unit = units.first { text.hasSuffix($0.suffix) }
    let number = text.dropLast(unit?.suffix.count ?? 0)
    guard number.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
      let parsed = Double(number)
    else { return nil }
    return Int(exactly: (parsed * (unit?.bytes ?? 1)).rounded())
  }
}
