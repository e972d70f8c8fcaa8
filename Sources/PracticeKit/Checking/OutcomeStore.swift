import Foundation

/// Outcomes of earlier checks, so that only what has changed is graded again.
///
/// One file, replaced as a whole; one that cannot be read counts as empty, since all of it can be
/// made again. Safe from any thread.
final class OutcomeStore: @unchecked Sendable {
  // Sendable, since the entries are read and changed under the lock only.
  private struct Entry: Codable {
    var fingerprint: String
    var outcomes: [VariantOutcome]
  }

  private let file: URL
  private let lock = NSLock()
  private var entries: [String: Entry]

  /// The store of a package.
  init(package: URL) {
    file = package.appending(path: ".practice/check/outcomes.json")
    let data = try? Data(contentsOf: file)
    entries = data.flatMap { try? JSONDecoder().decode([String: Entry].self, from: $0) } ?? [:]
  }

  /// What is known of a variant's path, if it was graded with this fingerprint.
  func outcomes(of path: String, _ fingerprint: String) -> [VariantOutcome]? {
    lock.withLock {
      guard let entry = entries[path], entry.fingerprint == fingerprint else { return nil }
      return entry.outcomes
    }
  }

  /// Keeps outcomes, on disk too. Where the disk refuses, the next check does the work again.
  func keep(_ outcomes: [VariantOutcome], of path: String, _ fingerprint: String) {
    lock.withLock {
      entries[path] = Entry(fingerprint: fingerprint, outcomes: outcomes)
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys]
      guard let data = try? encoder.encode(entries) else { return }
      try? FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try? data.write(to: file, options: .atomic)
    }
  }
}
