/// The error of a part that is still to be written.
public struct NotWritten: Error, Hashable, CustomStringConvertible {
  /// What is missing, as its reader would look for it: `image(for:)`.
  public let part: String

  /// The error for the part of that name.
  public init(_ part: String) {
    self.part = part
  }

  /// What is missing, as a sentence.
  public var description: String { "\(part) has not been written yet." }
}
