/// Why an edit was not taken.
public enum RecordError: Error, Hashable, Sendable {
  /// There is no record of this name any more, or it will never be.
  case noRecord(RecordID)
}

extension RecordError: CustomStringConvertible {
  /// What is wrong, as a sentence.
  public var description: String {
    switch self {
    case .noRecord(.server(let number)): "There is no record \(number) to edit."
    case .noRecord(.temporary): "The record to edit was not created."
    }
  }
}
