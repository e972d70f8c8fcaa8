import Foundation

/// A folder of its own for one test, which does not exist at first.
struct TemporaryFolder: Sendable {
  let url = FileManager.default.temporaryDirectory
    .appending(path: "follow-ups-\(UUID().uuidString)", directoryHint: .isDirectory)

  func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }

  func remove() {
    try? FileManager.default.removeItem(at: url)
  }
}
