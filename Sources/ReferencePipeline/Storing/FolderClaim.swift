import Foundation
import Vocabulary

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The claim to a folder that no other has as long as this object lives: `flock(2)` on the folder
/// itself, so that no file is left behind and the system gives it up with the process.
final class FolderClaim: Sendable {
  private let folder: OpenFile

  /// - Throws: `FileError.failed` where others have claimed the folder, or it is not there.
  init(_ path: String) throws(FileError) {
    guard let folder = try OpenFile(path, O_RDONLY | O_DIRECTORY, name: path) else {
      throw .failed("There is no folder '\(path)'.")
    }
    guard flock(folder.descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let number = errno
      folder.close()
      guard number == EWOULDBLOCK else { throw FileError(number: number, opening: path) }
      throw .failed("The folder '\(path)' is in use: let go of who claimed it first.")
    }
    self.folder = folder
  }

  deinit { folder.close() }
}
