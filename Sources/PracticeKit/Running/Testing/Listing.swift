import Foundation

/// The checks that a suite named last, kept beside what was built: an answer that does not build
/// cannot be asked.
struct Listing {
  let folder: URL
  let exercise: String

  /// What was kept; empty where nothing was, or nothing that can be read.
  var kept: [ListedCheck] {
    guard let data = try? Data(contentsOf: file) else { return [] }
    return (try? JSONDecoder().decode([ListedCheck].self, from: data)) ?? []
  }

  /// Keeps the checks. Where that fails, only the report of an answer that does not build is the
  /// poorer for it.
  func keep(_ checks: [ListedCheck]) {
    guard checks != kept, let data = try? JSONEncoder().encode(checks) else { return }
    try? data.write(to: file, options: .atomic)
  }

  private var file: URL { folder.appending(path: "checks-\(exercise).json") }
}
