/// One entry of a list that the user and others edit.
public struct Record: Identifiable, Hashable, Codable, Sendable {
  /// What it is called.
  public var id: RecordID
  /// Its title.
  public var title: String
  /// Whether the user likes it.
  public var isLiked: Bool
  /// How often something was counted, by whomever.
  public var count: Int

  /// A record with the given contents.
  public init(id: RecordID, title: String = "", isLiked: Bool = false, count: Int = 0) {
    self.id = id
    self.title = title
    self.isLiked = isLiked
    self.count = count
  }
}
