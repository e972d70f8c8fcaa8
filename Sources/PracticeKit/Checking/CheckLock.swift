import Foundation

/// Keeps two self-checks of one package from working in the same folders. The system takes it back
/// when the process ends, however it does.
struct CheckLock {
  private let descriptor: Int32

  /// Takes the lock of a package.
  ///
  /// - Throws: ``GradingError/busy`` where another process has it.
  init(of package: URL) throws(GradingError) {
    let folder = package.appending(path: ".practice/check")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw .file(path: folder.path, reason: error.localizedDescription)
    }
    let path = folder.appending(path: "lock").path
    descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else {
      throw .file(path: path, reason: String(cString: strerror(errno)))
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      throw .busy
    }
  }

  /// Gives it back.
  func release() {
    close(descriptor)
  }
}
