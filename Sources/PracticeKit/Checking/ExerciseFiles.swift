import Foundation

/// The files of one exercise: what has to be there, and the ways to answer it that are kept.
struct ExerciseFiles {
  /// How many mistakes an exercise needs at least.
  static let leastMistakes = 6
  /// How many alternatives an exercise needs at least.
  static let leastAlternatives = 2

  /// The stub, the reference, alternatives and mistakes, in this order.
  private(set) var variants: [Variant] = []
  /// What is missing, too much, or not as it should be.
  private(set) var faults: [Fault] = []

  private let exercise: String
  private let package: URL

  /// Reads the folders of an exercise.
  init(_ exercise: String, in package: URL) {
    self.exercise = exercise
    self.package = package
    lookAtExercise()
    lookAtSolution()
    lookAtSuite()
  }

  private var stub: String { "Exercises/\(exercise)/\(exercise).swift" }
  private var solution: String { "Solutions/\(exercise)" }

  // MARK: Exercises/<Name>

  private mutating func lookAtExercise() {
    let folder = "Exercises/\(exercise)"
    expect(["Prompt.md", "Hints.md", "\(exercise).swift"], in: folder)
    expectWords(in: "\(folder)/Prompt.md")
    if let hints = text("\(folder)/Hints.md") { lookAtHints(hints, "\(folder)/Hints.md") }
  }

  private mutating func lookAtHints(_ hints: String, _ path: String) {
    let lines = hints.split(separator: "\n", omittingEmptySubsequences: false)
    let steps = lines.filter { $0.hasPrefix("## ") }.map { $0.dropFirst(3) }
    if steps != ["1", "2", "3"] {
      faults.append(Fault(path, "It needs three steps, under the headings '## 1' to '## 3'."))
    }
    let beforeThird = lines.prefix { $0 != "## 3" }
    if beforeThird.contains(where: { $0.hasPrefix("```") }) {
      faults.append(Fault(path, "No hint before the third may show code."))
    }
  }

  // MARK: Solutions/<Name>

  private mutating func lookAtSolution() {
    expect(["\(exercise).swift", "Commentary.md", "Alternatives", "Mistakes"], in: solution)
    expectWords(in: "\(solution)/Commentary.md")
    lookAtStub()
    let reference = "\(solution)/\(exercise).swift"
    if text(reference) != nil {
      variants.append(
        Variant(
          kind: .reference, name: exercise, title: "the reference", fails: [], path: reference))
    }
    let alternatives = variants(.alternative, in: "\(solution)/Alternatives")
    let mistakes = variants(.mistake, in: "\(solution)/Mistakes")
    if alternatives.count < Self.leastAlternatives {
      faults.append(
        Fault(
          "\(solution)/Alternatives",
          "\(alternatives.count) right answers besides the reference; "
            + "it needs \(Self.leastAlternatives)."))
    }
    if mistakes.count < Self.leastMistakes {
      faults.append(
        Fault(
          "\(solution)/Mistakes",
          "\(mistakes.count) mistakes besides the stub; it needs \(Self.leastMistakes)."))
    }
    variants += alternatives + mistakes
  }

  private mutating func lookAtStub() {
    let untouched = "\(solution)/Mistakes/Untouched.swift"
    guard let kept = text(untouched) else {
      faults.append(Fault(untouched, "It is missing: a copy of the stub, byte for byte."))
      return
    }
    if let current = text(stub), current != kept {
      faults.append(Fault(stub, "It is not the stub: \(untouched) is another, byte for byte."))
    }
    variants.append(
      Variant(kind: .stub, name: "Untouched", title: "the stub", fails: [], path: untouched))
  }

  private mutating func variants(_ kind: Variant.Kind, in folder: String) -> [Variant] {
    var found: [Variant] = []
    for file in Course.names(in: package.appending(path: folder)) where file != "Untouched.swift" {
      let path = "\(folder)/\(file)"
      guard file.hasSuffix(".swift"), let text = text(path) else {
        faults.append(Fault(path, "It does not belong here: only Swift files do."))
        continue
      }
      do throws(VariantHeadError) {
        found.append(
          try Variant(kind, name: String(file.dropLast(6)), path: path, text: text))
      } catch {
        faults.append(Fault(path, error.sentence))
      }
    }
    return found
  }

  // MARK: Tests/Exercises/<Name>Tests

  private mutating func lookAtSuite() {
    let folder = "Tests/Exercises/\(exercise)Tests"
    let files = Course.names(in: package.appending(path: folder))
    if files.isEmpty { faults.append(Fault(folder, "The hidden suite is missing.")) }
    for file in files where !file.hasSuffix(".swift") {
      faults.append(Fault("\(folder)/\(file)", "It does not belong here: only Swift files do."))
    }
  }

  // MARK: Files

  private mutating func expect(_ names: Set<String>, in folder: String) {
    let found = Set(Course.names(in: package.appending(path: folder)))
    for name in names.subtracting(found).sorted() {
      faults.append(Fault("\(folder)/\(name)", "It is missing."))
    }
    for name in found.subtracting(names).sorted() {
      faults.append(Fault("\(folder)/\(name)", "It does not belong here."))
    }
  }

  private mutating func expectWords(in path: String) {
    guard let text = text(path) else { return }
    if text.split(whereSeparator: \.isWhitespace).count < 20 {
      faults.append(Fault(path, "It says next to nothing."))
    }
  }

  private func text(_ path: String) -> String? {
    try? String(contentsOf: package.appending(path: path), encoding: .utf8)
  }
}
