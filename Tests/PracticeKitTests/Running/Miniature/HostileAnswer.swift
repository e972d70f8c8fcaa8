import Grading

/// An answer that does harm, and what grading has to say of it.
struct HostileAnswer: Sendable {
  var name: String
  /// The verdict on the check that it attacks; the others have to pass.
  var verdict: Verdict
  var source: String
  /// The check that it attacks.
  var check = "counts"
  /// A part of what the finding has to say; nil where any words do.
  var says: String?
  /// Whether it is run with the weaker means too.
  var isAboutProcesses = false

  /// An answer whose `next(after:)` begins with these statements, and then is right.
  init(
    _ name: String, _ verdict: Verdict, _ statements: String, besides: String = "",
    returns: String = "return number + 1", says: String? = nil, isAboutProcesses: Bool = false
  ) {
    self.name = name
    self.verdict = verdict
    self.says = says
    self.isAboutProcesses = isAboutProcesses
    source = Miniature.answer(next: "\(statements)\n    \(returns)", besides: besides)
  }

  /// All of them; those first that take longest.
  ///
  /// - Parameter package: The path of a folder that some of them attack.
  /// - Returns: The answers.
  static func all(package: String) -> [HostileAnswer] {
    hanging + greedy + ending + forging + meddling(package: package) + forgetful + staying
  }
}
