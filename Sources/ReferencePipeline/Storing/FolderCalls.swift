import Foundation
import Vocabulary

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The calls of POSIX about the files of one folder; each blocks its thread.
struct FolderCalls: Sendable {
  let path: String

  /// Makes the folder where it is absent.
  func create() throws(FileError) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw .failed("The folder '\(path)' cannot be made: \(error.localizedDescription)")
    }
  }

  /// Opens a file to read or to flush it.
  func open(_ name: FileName) throws(FileError) -> OpenFile {
    guard let file = try open(name, O_RDONLY | O_NOFOLLOW) else { throw .notFound(name.text) }
    return file
  }

  func read(_ name: FileName) throws(FileError) -> Data {
    let file = try open(name)
    defer { file.close() }
    return try file.readAll()
  }

  /// Writes bytes to a file, at its end or in place of all that it holds.
  ///
  /// - Returns: Whether the file is a new one, whose name is to be flushed; and what went wrong
  ///   once it was there.
  func put(
    _ bytes: Data, into name: FileName, atEnd: Bool
  ) throws(FileError) -> (isNew: Bool, failure: FileError?) {
    let flags = O_WRONLY | O_NOFOLLOW | (atEnd ? O_APPEND : O_TRUNC)
    var isNew = false
    var file = try open(name, flags)
    if file == nil {
      isNew = true
      file = try open(name, flags | O_CREAT)
    }
    if file == nil {
      try create()
      file = try open(name, flags | O_CREAT)
    }
    guard let file else { throw .failed("'\(name.text)' cannot be created.") }
    defer { file.close() }
    do throws(FileError) {
      try file.writeAll(bytes)
    } catch {
      return (isNew, error)
    }
    return (isNew, nil)
  }

  func rename(_ name: FileName, to newName: FileName) throws(FileError) {
    guard system(place(name), place(newName)) == 0 else {
      throw FileError(number: errno, opening: name.text)
    }
  }

  func remove(_ name: FileName) throws(FileError) {
    guard unlink(place(name)) == 0 else { throw FileError(number: errno, opening: name.text) }
  }

  func list() throws(FileError) -> [FileEntry] {
    guard let stream = opendir(path) else {
      if errno == ENOENT { return [] }
      throw FileError(number: errno, opening: path)
    }
    defer { closedir(stream) }
    var entries: [FileEntry] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      let length = MemoryLayout.size(ofValue: entry.pointee.d_name)
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: length) {
          String(validatingCString: $0)
        }
      }
      guard let name, let size = plainFileSize(name, in: dirfd(stream)) else { continue }
      entries.append(FileEntry(name: name, byteCount: size))
    }
    guard errno == 0 else { throw FileError(number: errno, opening: path) }
    return entries
  }

  /// Makes the names of the folder safe. Where the folder is gone, so are they.
  func flushNames() throws(FileError) {
    guard let folder = try OpenFile(path, O_RDONLY | O_DIRECTORY, name: path) else { return }
    defer { folder.close() }
    try folder.flush()
  }

  private func open(_ name: FileName, _ flags: Int32) throws(FileError) -> OpenFile? {
    try OpenFile(place(name), flags, name: name.text)
  }

  private func place(_ name: FileName) -> String { "\(path)/\(name.text)" }

  private func plainFileSize(_ name: String, in folder: Int32) -> Int? {
    var status = stat()
    guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
    return status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
  }
}

/// `rename(2)`, which the method of that name hides.
private func system(_ name: String, _ newName: String) -> Int32 {
  rename(name, newName)
}
