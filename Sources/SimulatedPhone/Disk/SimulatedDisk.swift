public import Foundation
public import Simulation
import Synchronization
public import Vocabulary

/// One folder of a phone's files, in virtual time, whose app can end at any step.
///
/// Follows the contract of `FileStoring` to the letter, and does what the contract allows at
/// its worst: between the moment at which a step takes effect and the return of its call other
/// tasks run; what was not flushed is lost at the end of the app, in whole or in part; bytes
/// change at rest; the folder is emptied; there is no room.
///
/// A disk is one launch of the app. After its end each call throws `FileError.ended`, and
/// ``relaunched(_:in:)`` gives the disk of the next launch. Calls suspend through the
/// simulation, so they fail outside its run; preparing, damaging and looking at the disk takes no
/// time and works at any moment, from any thread.
///
/// ```swift
/// let disk = SimulatedDisk(simulation, capacity: 1 << 20)
/// disk.plan(DiskMishap(.endDuring, atStep: 3))
/// let run = simulation.run {
///   await store(disk)
///   return await load(disk.relaunched(.half))
/// }
/// ```
public final class SimulatedDisk: FileStoring {
  /// The lane on which the timeline shows its steps.
  public let lane: String
  let simulation: Simulation
  let timing: DiskTiming
  let state: Mutex<DiskState>

  /// An empty folder.
  ///
  /// - Parameters:
  ///   - simulation: Whose clock and timeline it uses.
  ///   - lane: How timelines call it.
  ///   - capacity: How much it holds, in bytes of whole blocks; nil without a limit.
  ///   - blockSize: What the smallest file takes up, in bytes.
  ///   - timing: How long its steps take.
  ///   - foldsCase: Whether names that differ in capitals alone are one file, as on a Mac.
  ///   - keepsSteps: Whether ``steps`` has all steps, or they are counted only.
  public convenience init(
    _ simulation: Simulation, lane: String = "disk", capacity: Int? = nil, blockSize: Int = 4096,
    timing: DiskTiming = .phone, foldsCase: Bool = false, keepsSteps: Bool = true
  ) {
    self.init(
      simulation, lane: lane, timing: timing,
      folder: DiskFolder(capacity: capacity, blockSize: blockSize, foldsCase: foldsCase),
      keepsSteps: keepsSteps)
  }

  init(
    _ simulation: Simulation, lane: String, timing: DiskTiming, folder: DiskFolder,
    keepsSteps: Bool
  ) {
    self.simulation = simulation
    self.lane = lane
    self.timing = timing
    state = Mutex(DiskState(folder: folder, keepsSteps: keepsSteps))
  }

  // MARK: FileStoring

  /// The contents of a file; see `FileStoring`.
  public func read(_ name: String) async throws -> Data {
    try await perform(.read(name)) { folder throws(FileError) in try folder.read(name) }
  }

  /// Gives a file new contents; see `FileStoring`.
  public func write(_ contents: Data, to name: String) async throws {
    try await perform(.write(name, byteCount: contents.count)) { folder throws(FileError) in
      try folder.write(contents, to: name)
    } middle: { folder in
      try? folder.write(contents.prefix(contents.count / 2), to: name)
    }
  }

  /// Puts bytes at the end of a file; see `FileStoring`.
  public func append(_ bytes: Data, to name: String) async throws {
    try await perform(.append(name, byteCount: bytes.count)) { folder throws(FileError) in
      try folder.append(bytes, to: name)
    } middle: { folder in
      try? folder.append(bytes.prefix(bytes.count / 2), to: name)
    }
  }

  /// Makes the contents of a file safe; see `FileStoring`.
  public func flush(_ name: String) async throws {
    try await perform(.flush(name)) { folder throws(FileError) in
      try folder.flush(name)
    } middle: { folder in
      try? folder.flush(name) { $0 / 2 }
    }
  }

  /// Gives a file another name; see `FileStoring`.
  public func rename(_ name: String, to newName: String) async throws {
    try await perform(.rename(name, to: newName)) { folder throws(FileError) in
      try folder.rename(name, to: newName)
    }
  }

  /// Removes a file; see `FileStoring`.
  public func remove(_ name: String) async throws {
    try await perform(.remove(name)) { folder throws(FileError) in try folder.remove(name) }
  }

  /// All files of the folder, in an order to rely on in no way; see `FileStoring`.
  public func list() async throws -> [FileEntry] {
    try await perform(.list) { folder in folder.list() }
  }
}
