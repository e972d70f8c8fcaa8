/// Why an exercise was not found.
enum CourseError: Error, Hashable, CustomStringConvertible {
  /// Neither the folder nor one above it is the package.
  case notFound(folder: String)
  /// There is no exercise of this name.
  case unknown(String, near: String?, known: [String])

  var description: String {
    switch self {
    case .notFound(let folder):
      "\(folder) is not inside the package. Run the command in the folder that holds "
        + "Package.swift and Exercises."
    case .unknown(let name, let near?, _):
      "There is no exercise '\(name)'. Did you mean '\(near)'?"
    case .unknown(let name, nil, let known):
      "There is no exercise '\(name)'. "
        + (known.isEmpty ? "There is none yet." : "Known: \(known.joined(separator: ", ")).")
    }
  }
}
