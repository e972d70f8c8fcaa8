public import Foundation
import Synchronization
import Vocabulary

/// What befalls the files from outside the app: at once, without a step, and safe at once.
extension SimulatedDisk {
  /// Empties the folder, as the system does with caches when space is short.
  public func empty() {
    state.withLock { $0.folder.empty() }
  }

  /// Leaves no room, until files are removed or ``setCapacity(_:)`` makes some.
  public func fill() {
    state.withLock { $0.folder.fill() }
  }

  /// Sets how much the disk holds, in bytes of whole blocks; nil without a limit.
  public func setCapacity(_ capacity: Int?) {
    state.withLock { $0.folder.capacity = capacity }
  }

  /// Puts a file there that the app has not written, in place of the one with the name.
  ///
  /// - Returns: False where the name cannot be that of a file.
  @discardableResult
  public func place(_ bytes: Data, as name: String) -> Bool {
    guard DiskState.isValid(name) else { return false }
    state.withLock {
      $0.folder[name] = DiskFile(name: name, bytes: bytes, safeCount: bytes.count)
    }
    return true
  }

  /// Flips one bit of a byte at rest.
  ///
  /// - Parameters:
  ///   - name: The file.
  ///   - offset: Which byte.
  ///   - bit: Which of its bits, from 0 to 7.
  /// - Returns: False where the file has no such byte, or a byte no such bit.
  @discardableResult
  public func flip(_ name: String, at offset: Int, bit: Int = 0) -> Bool {
    change(name) { file in
      guard file.bytes.indices.contains(offset), (0..<8).contains(bit) else { return false }
      file.bytes[offset] ^= 1 << bit
      return true
    }
  }

  /// Cuts the end of a file off.
  ///
  /// - Returns: False where the file has no more than that many bytes.
  @discardableResult
  public func truncate(_ name: String, to byteCount: Int) -> Bool {
    change(name) { file in
      guard (0..<file.bytes.count).contains(byteCount) else { return false }
      file.bytes = Data(file.bytes.prefix(byteCount))
      file.safeCount = min(file.safeCount, byteCount)
      return true
    }
  }

  /// Takes a file away.
  ///
  /// - Returns: False where there is none.
  @discardableResult
  public func lose(_ name: String) -> Bool {
    state.withLock { state in
      defer { state.folder[name] = nil }
      return state.folder[name] != nil
    }
  }

  private func change(_ name: String, _ change: (inout DiskFile) -> Bool) -> Bool {
    state.withLock { state in
      guard var file = state.folder[name] else { return false }
      defer { state.folder[name] = file }
      return change(&file)
    }
  }
}
