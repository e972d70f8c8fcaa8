public import Foundation
import Synchronization
public import Vocabulary

/// What a test may know of the disk, at any moment and without a step.
extension SimulatedDisk {
  /// All that has reached the disk since the launch, in order; empty where the disk was made to
  /// count only.
  public var steps: [DiskStep] { state.withLock { $0.steps } }

  /// How many steps of a kind there have been since the launch.
  public func count(of kind: DiskOperation.Kind) -> Int {
    state.withLock { $0.counts[kind] ?? 0 }
  }

  /// How many steps there have been since the launch.
  public var stepCount: Int { state.withLock { $0.stepCount } }

  /// How many files have been read since the launch.
  public var readCount: Int { count(of: .read) }

  /// How many steps since the launch have written bytes: writes and appends.
  public var writeCount: Int { count(of: .write) + count(of: .append) }

  /// The files by name.
  public var files: [FileEntry] {
    state.withLock { state in
      state.folder.sorted.map { FileEntry(name: $0.name, byteCount: $0.bytes.count) }
    }
  }

  /// The contents of a file; nil where there is none.
  public func contents(of name: String) -> Data? {
    state.withLock { $0.folder[name]?.bytes }
  }

  /// How many of a file's first bytes outlast the end of the app whatever happens.
  public func safeByteCount(of name: String) -> Int? {
    state.withLock { $0.folder[name]?.safeCount }
  }

  /// What the files take up, in bytes of whole blocks.
  public var allocatedByteCount: Int { state.withLock { $0.folder.allocated } }

  /// The highest value of ``allocatedByteCount`` since the launch.
  public var highestAllocatedByteCount: Int { state.withLock { $0.folder.highestAllocated } }

  /// What is left of the capacity, in bytes; nil without a limit.
  public var freeByteCount: Int? {
    state.withLock { state in
      state.folder.capacity.map { max($0 - state.folder.allocated, 0) }
    }
  }
}
