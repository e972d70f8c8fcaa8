/// Why there is no report. The answer is not to blame.
enum GradingError: Error, Hashable, CustomStringConvertible {
  /// The build left no bundle of tests where one was looked for.
  case noBundle(folder: String)
  /// The bundle named no check of the exercise.
  case noChecks(exercise: String, output: String)
  /// No check has this name.
  case unknownCheck(String, known: [String])
  /// The caller asked for an early end.
  case stopped
  /// The build did not end in time.
  case slowBuild(limit: Duration)
  /// Another process checks the same package.
  case busy
  /// A program could not be started.
  case containment(ContainmentError)
  /// A file could not be read or written.
  case file(path: String, reason: String)

  var description: String {
    switch self {
    case .noBundle(let folder):
      "The build left no test bundle in \(folder)."
    case .noChecks(let exercise, let output):
      "The suite of \(exercise) named no checks.\(output.isEmpty ? "" : " It said:\n\(output)")"
    case .unknownCheck(let name, let known):
      "There is no check '\(name)'. Known: \(known.joined(separator: ", "))."
    case .stopped:
      "Stopped."
    case .slowBuild(let limit):
      "The build did not end within \(limit.words). What it has built is kept: try again."
    case .busy:
      "Another check of this package is running. Wait for its end, or stop it."
    case .containment(let error):
      error.description
    case .file(let path, let reason):
      "\(path): \(reason)"
    }
  }
}
