/// What an edit does to a record: a function, so that it can be applied anew whenever the record
/// below it has changed.
public enum RecordChange: Hashable, Codable, Sendable {
  /// The record comes to be. One that is there already stays as it is.
  case create(title: String, isLiked: Bool = false, count: Int = 0)
  /// It gets another title.
  case rename(String)
  /// The user likes it, or no more.
  case like(Bool)
  /// Its count grows, by less than nothing where the number is negative.
  case increment(by: Int)
  /// It goes.
  case remove

  /// What becomes of a record.
  ///
  /// - Parameters:
  ///   - record: The record before; nil where there is none. Only ``create(title:isLiked:count:)``
  ///     makes something of nothing.
  ///   - id: The name of a record that comes to be.
  /// - Returns: The record after; nil where there is none.
  public func applied(to record: Record?, id: RecordID) -> Record? {
    guard var record else {
      guard case .create(let title, let isLiked, let count) = self else { return nil }
      return Record(id: id, title: title, isLiked: isLiked, count: count)
    }
    switch self {
    case .create: break
    case .rename(let title): record.title = title
    case .like(let isLiked): record.isLiked = isLiked
    case .increment(let number): record.count += number
    case .remove: return nil
    }
    return record
  }

  /// Whether the record comes to be by it.
  public var isCreation: Bool {
    if case .create = self { true } else { false }
  }
}
