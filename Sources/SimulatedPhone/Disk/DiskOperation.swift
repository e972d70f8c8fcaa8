/// What one call of the files asks of a disk.
public enum DiskOperation: Hashable, Sendable {
  /// The contents of a file are read.
  case read(String)
  /// A file gets new contents.
  case write(String, byteCount: Int)
  /// A file gets longer.
  case append(String, byteCount: Int)
  /// The contents of a file are made safe.
  case flush(String)
  /// A file gets another name.
  case rename(String, to: String)
  /// A file goes.
  case remove(String)
  /// The folder is listed.
  case list

  /// The operations without their operands, to be counted.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The contents of a file are read.
    case read
    /// A file gets new contents.
    case write
    /// A file gets longer.
    case append
    /// The contents of a file are made safe.
    case flush
    /// A file gets another name.
    case rename
    /// A file goes.
    case remove
    /// The folder is listed.
    case list
  }

  /// The operation without its operands.
  public var kind: Kind {
    switch self {
    case .read: .read
    case .write: .write
    case .append: .append
    case .flush: .flush
    case .rename: .rename
    case .remove: .remove
    case .list: .list
    }
  }

  /// Whether the app can end in the middle of it and leave something half done.
  ///
  /// Names change as a whole, and what only reads leaves nothing.
  public var hasMiddle: Bool {
    switch self {
    case .write, .append, .flush: true
    case .read, .rename, .remove, .list: false
    }
  }

  /// The names that the call hands over, in its order.
  var names: [String] {
    switch self {
    case .read(let name), .write(let name, _), .append(let name, _), .flush(let name),
      .remove(let name):
      [name]
    case .rename(let name, let newName): [name, newName]
    case .list: []
    }
  }
}

extension DiskOperation: CustomStringConvertible {
  /// The form that timelines and trails print: `write a, 12 bytes`.
  public var description: String {
    switch self {
    case .read(let name): "read \(name)"
    case .write(let name, let count): "write \(name), \(count) bytes"
    case .append(let name, let count): "append to \(name), \(count) bytes"
    case .flush(let name): "flush \(name)"
    case .rename(let name, let newName): "rename \(name) to \(newName)"
    case .remove(let name): "remove \(name)"
    case .list: "list"
    }
  }
}
