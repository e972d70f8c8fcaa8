import Foundation

/// A folder of one process, removed with all that the process left in it.
struct ScratchFolder {
  let url: URL

  init() throws(GradingError) {
    let place = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "follow-ups-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    } catch {
      throw .file(path: place.path, reason: error.localizedDescription)
    }
    url = place
  }

  /// Removes it, also where rights were taken away from its folders.
  func remove() {
    if (try? FileManager.default.removeItem(at: url)) != nil { return }
    let folders = FileManager.default.enumerator(at: url, includingPropertiesForKeys: nil)
    chmod(url.path, 0o700)
    for case let entry as URL in folders ?? FileManager.DirectoryEnumerator() {
      chmod(entry.path, 0o700)
    }
    try? FileManager.default.removeItem(at: url)
  }
}
