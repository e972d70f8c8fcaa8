public import Vocabulary

/// One call that has reached a simulated disk.
public struct DiskStep: Hashable, Sendable {
  /// Its place among all that reached the disk since the launch, counted from 1.
  public let number: Int
  /// What it asked for.
  public let operation: DiskOperation
  /// Why it failed, where it did.
  public let failure: FileError?
}

extension DiskStep: CustomStringConvertible {
  /// The form that timelines and trails print: `3 write a, 12 bytes`.
  public var description: String {
    "\(number) \(operation)\(failure.map { ": \($0)" } ?? "")"
  }
}
