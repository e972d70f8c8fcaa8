public import Foundation
public import Vocabulary

/// The files of one real folder.
///
/// Keeps the contract of `FileStoring` by the means of POSIX: `fsync` for contents, and for each
/// change of a name an `fsync` of the folder; on Apple's systems with `F_FULLFSYNC`, since there
/// `fsync` leaves the bytes in the memory of the drive. The folder is created where it is
/// absent, again whenever a file is, since the system may remove one for caches as a whole. Only
/// plain files count: folders, links and devices in it are neither listed nor read.
///
/// All work is done on queues of its own and never on the caller's thread. Steps take effect one
/// at a time; what waits for the medium waits beside them, so that no read stands behind a
/// flush. A call that has begun runs to its end, also where its task is cancelled.
///
/// Two instances may use one folder; then their steps interleave. Where that must not be, as under
/// an outbox, make them exclusive: while one is there, another one cannot be made, in this process
/// or any other. The claim ends with the object, and with the process however that ends; it is one
/// to the folder that was there, and is lost with it.
public final class RealFiles: FileStoring {
  /// The folder, as it was given.
  public let folder: URL
  private let calls: FolderCalls
  private let line: DispatchQueue
  private let medium: DispatchQueue
  private let claim: FolderClaim?

  /// The files of a folder.
  ///
  /// - Parameters:
  ///   - folder: Where, as a file URL.
  ///   - isExclusive: Whether no other exclusive ones may use the folder as long as these do.
  ///   - priority: At which quality of service the work is done.
  /// - Throws: ``FileError/failed(_:)`` where there is no such folder and none can be made, and
  ///   where others have claimed it.
  public init(
    _ folder: URL, isExclusive: Bool = false, priority: DispatchQoS = .userInitiated
  ) throws(FileError) {
    guard folder.isFileURL else { throw .failed("'\(folder)' is not the URL of a folder.") }
    self.folder = folder
    calls = FolderCalls(path: folder.path(percentEncoded: false))
    line = DispatchQueue(label: "RealFiles.line", qos: priority)
    medium = DispatchQueue(label: "RealFiles.medium", qos: priority)
    try calls.create()
    claim = isExclusive ? try FolderClaim(calls.path) : nil
  }

  /// The contents of a file; see `FileStoring`.
  public func read(_ name: String) async throws -> Data {
    let name = try FileName(name)
    return try await run(on: line) { calls throws(FileError) in try calls.read(name) }
  }

  /// Gives a file new contents; see `FileStoring`.
  public func write(_ contents: Data, to name: String) async throws {
    try await put(contents, into: FileName(name), atEnd: false)
  }

  /// Puts bytes at the end of a file; see `FileStoring`.
  public func append(_ bytes: Data, to name: String) async throws {
    try await put(bytes, into: FileName(name), atEnd: true)
  }

  /// Makes the contents of a file safe; see `FileStoring`.
  public func flush(_ name: String) async throws {
    let name = try FileName(name)
    let file = try await run(on: line) { calls throws(FileError) in try calls.open(name) }
    try await run(on: medium) { _ throws(FileError) in
      defer { file.close() }
      try file.flush()
    }
  }

  /// Gives a file another name; see `FileStoring`.
  public func rename(_ name: String, to newName: String) async throws {
    let (name, newName) = (try FileName(name), try FileName(newName))
    try await changeNames { calls throws(FileError) in try calls.rename(name, to: newName) }
  }

  /// Removes a file; see `FileStoring`.
  public func remove(_ name: String) async throws {
    let name = try FileName(name)
    try await changeNames { calls throws(FileError) in try calls.remove(name) }
  }

  /// All plain files of the folder, in the order in which the system lists them.
  public func list() async throws -> [FileEntry] {
    try await run(on: line) { calls throws(FileError) in try calls.list() }
  }

  // MARK: Queues

  /// The name of a new file becomes safe before the call returns, also where there was no room
  /// for all of its bytes.
  private func put(_ bytes: Data, into name: FileName, atEnd: Bool) async throws {
    let (isNew, failure) = try await run(on: line) { calls throws(FileError) in
      try calls.put(bytes, into: name, atEnd: atEnd)
    }
    if isNew { try await run(on: medium) { calls throws(FileError) in try calls.flushNames() } }
    if let failure { throw failure }
  }

  private func changeNames(
    _ change: @escaping @Sendable (FolderCalls) throws(FileError) -> Void
  ) async throws {
    try await run(on: line, change)
    try await run(on: medium) { calls throws(FileError) in try calls.flushNames() }
  }

  private func run<Value: Sendable>(
    on queue: DispatchQueue, _ work: @escaping @Sendable (FolderCalls) throws(FileError) -> Value
  ) async throws -> Value {
    let calls = calls
    return try await withCheckedThrowingContinuation { continuation in
      queue.async {
        continuation.resume(with: Result { () throws(FileError) in try work(calls) })
      }
    }
  }
}
