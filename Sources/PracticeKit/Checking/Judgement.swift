import Grading

/// Holds what the suite said of the variants against what they declare.
struct Judgement {
  /// The outcomes of one variant, one for each driver.
  typealias Outcomes = [(driver: String, outcome: VariantOutcome)]

  /// All that is not as declared, in the order of the variants.
  private(set) var faults: [Fault] = []

  /// Judges an exercise.
  init(_ graded: [(variant: Variant, outcomes: Outcomes)]) {
    for (variant, outcomes) in graded {
      for (driver, outcome) in outcomes { judge(variant, outcome, driver) }
      lookForDisagreement(variant, outcomes)
    }
    let mistakes = graded.map(\.variant).filter { $0.kind == .mistake }
    lookForTwins(mistakes)
    let checks = graded.flatMap { $0.outcomes.flatMap { $0.outcome.checks.keys } }
    lookForIdleChecks(Set(checks), mistakes)
  }

  // MARK: One variant

  private mutating func judge(_ variant: Variant, _ outcome: VariantOutcome, _ driver: String) {
    guard outcome.verdict != .didNotBuild else {
      report(variant, "It does not compile: \(outcome.words ?? "no reason was given")")
      return
    }
    switch variant.kind {
    case .stub:
      if !outcome.passed.isEmpty {
        report(variant, "The stub passes \(list(outcome.passed)) (\(driver)).")
      }
    case .reference, .alternative:
      for check in outcome.failed.sorted() {
        let got = outcome.findings[check].map { ": \($0)" } ?? ""
        report(variant, "A right answer fails '\(check)' (\(driver))\(got)")
      }
      let rest = Set(outcome.checks.keys).subtracting(outcome.passed).subtracting(outcome.failed)
      if outcome.failed.isEmpty, !rest.isEmpty {
        report(variant, "A right answer does not pass \(list(rest)) (\(driver)).")
      }
    case .mistake:
      judgeMistake(variant, outcome, driver)
    }
  }

  private mutating func judgeMistake(
    _ variant: Variant, _ outcome: VariantOutcome, _ driver: String
  ) {
    let unknown = variant.fails.subtracting(outcome.checks.keys)
    guard unknown.isEmpty else {
      report(variant, "It declares \(list(unknown)), which the suite does not have.")
      return
    }
    guard !outcome.failed.isEmpty else {
      report(variant, "The suite lets it through (\(driver)).")
      return
    }
    let missed = variant.fails.subtracting(outcome.failed)
    if !missed.isEmpty { report(variant, "\(list(missed)) should fail, and does not (\(driver)).") }
    for check in outcome.failed.subtracting(variant.fails).sorted() {
      let got = outcome.findings[check].map { ": \($0)" } ?? ""
      report(variant, "'\(check)' fails, and is not declared (\(driver))\(got)")
    }
    for (check, count) in outcome.counts.sorted(by: { $0.key < $1.key }) where count.isLuck {
      report(
        variant,
        "'\(check)' catches it by luck: under \(count.failed) of \(count.tried) schedules "
          + "(\(driver)). Arrange with gates what must happen.")
    }
    if outcome.failed == variant.fails, outcome.recognised != variant.name {
      let other = outcome.recognised.map { "'\($0)'" } ?? "no mistake"
      report(variant, "The report names \(other) instead (\(driver)).")
    }
  }

  private mutating func lookForDisagreement(_ variant: Variant, _ outcomes: Outcomes) {
    guard let first = outcomes.first, variant.kind != .stub else { return }
    for other in outcomes.dropFirst() where other.outcome.failed != first.outcome.failed {
      let differing = first.outcome.failed.symmetricDifference(other.outcome.failed)
      report(
        variant, "The drivers disagree on \(list(differing)): \(first.driver), \(other.driver).")
    }
  }

  // MARK: All of them

  private mutating func lookForTwins(_ mistakes: [Variant]) {
    for (index, mistake) in mistakes.enumerated() {
      for other in mistakes[..<index] where other.fails == mistake.fails {
        report(mistake, "It looks like '\(other.name)': both fail \(list(mistake.fails)).")
      }
    }
  }

  private mutating func lookForIdleChecks(_ checks: Set<String>, _ mistakes: [Variant]) {
    let caught = mistakes.reduce(into: Set<String>()) { $0.formUnion($1.fails) }
    for check in checks.subtracting(caught).sorted() {
      faults.append(Fault(nil, "The check '\(check)' is idle: it catches no mistake."))
    }
  }

  private mutating func report(_ variant: Variant, _ sentence: String) {
    faults.append(Fault(variant.path, sentence))
  }

  private func list(_ names: Set<String>) -> String {
    names.sorted().map { "'\($0)'" }.joined(separator: ", ")
  }
}
