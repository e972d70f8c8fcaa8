import Foundation

/// A page on disk, replaced as a whole.
struct PageFile {
  let path: String

  /// Looks whether the page can be written, and leaves everything as it was.
  ///
  /// - Throws: ``PageError``.
  func probe() throws(PageError) {
    var isFolder: ObjCBool = false
    let files = FileManager.default
    if files.fileExists(atPath: path, isDirectory: &isFolder) {
      if isFolder.boolValue { throw PageError(path: path, reason: "It is a folder.") }
      if !files.isWritableFile(atPath: path) {
        throw PageError(path: path, reason: "The file may not be changed.")
      }
    }
    let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
    guard files.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
      throw PageError(path: path, reason: "There is no folder \(folder).")
    }
    guard files.isWritableFile(atPath: folder) else {
      throw PageError(path: path, reason: "The folder \(folder) may not be written to.")
    }
  }

  /// Writes the page.
  ///
  /// - Throws: ``PageError``; what was there before is there still.
  func write(_ text: String) throws(PageError) {
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw PageError(path: path, reason: error.localizedDescription)
    }
  }
}

/// Why a page was not written.
struct PageError: Error, CustomStringConvertible {
  let path: String
  let reason: String

  var description: String {
    "The page '\(path)' cannot be written. \(reason) Give another path to --html."
  }
}
