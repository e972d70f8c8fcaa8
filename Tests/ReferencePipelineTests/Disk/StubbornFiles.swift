import Foundation
import SimulatedPhone
import Synchronization
import Vocabulary

/// Files of which some calls fail, for a reason of the system's own, before or after they have
/// happened.
final class StubbornFiles: FileStoring {
  private let disk: SimulatedDisk
  private let failing = Mutex<Set<DiskOperation.Kind>>([])
  private let failsToRenameLate = Mutex(false)

  init(_ disk: SimulatedDisk, failing: Set<DiskOperation.Kind> = []) {
    self.disk = disk
    fail(failing)
  }

  /// From now on, calls of these kinds fail and no others.
  func fail(_ kinds: Set<DiskOperation.Kind>) {
    failing.withLock { $0 = kinds }
  }

  /// Whether renames happen from now on, and fail all the same.
  func failToRenameLate(_ fails: Bool = true) {
    failsToRenameLate.withLock { $0 = fails }
  }

  private func check(_ kind: DiskOperation.Kind) throws {
    let fails = failing.withLock { $0.contains(kind) }
    if fails { throw FileError.failed("the phone is locked.") }
  }

  func read(_ name: String) async throws -> Data {
    try check(.read)
    return try await disk.read(name)
  }

  func write(_ contents: Data, to name: String) async throws {
    try check(.write)
    try await disk.write(contents, to: name)
  }

  func append(_ bytes: Data, to name: String) async throws {
    try check(.append)
    try await disk.append(bytes, to: name)
  }

  func flush(_ name: String) async throws {
    try check(.flush)
    try await disk.flush(name)
  }

  func rename(_ name: String, to newName: String) async throws {
    try check(.rename)
    try await disk.rename(name, to: newName)
    if failsToRenameLate.withLock({ $0 }) { throw FileError.failed("the folder is locked.") }
  }

  func remove(_ name: String) async throws {
    try check(.remove)
    try await disk.remove(name)
  }

  func list() async throws -> [FileEntry] {
    try check(.list)
    return try await disk.list()
  }
}
