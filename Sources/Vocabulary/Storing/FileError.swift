/// Why a step of a ``FileStoring`` failed.
public enum FileError: Error, Hashable, Sendable {
  /// No file has this name.
  case notFound(String)
  /// This name cannot be that of a file.
  case invalidName(String)
  /// The disk is full.
  case noSpace
  /// The app has ended, and its files answer no more. A simulation says so to what is left of
  /// the app; real files never do.
  case ended
  /// The system failed for a reason of its own, in its words.
  case failed(String)
}

extension FileError: CustomStringConvertible {
  /// What is wrong, as a sentence.
  public var description: String {
    switch self {
    case .notFound(let name): "There is no file '\(name)'."
    case .invalidName(let name): "'\(name)' cannot be the name of a file."
    case .noSpace: "There is no space left on the disk."
    case .ended: "The app has ended, and its files answer no more."
    case .failed(let reason): "The file system failed: \(reason)"
    }
  }
}
