/// Names a record.
public enum RecordID: Hashable, Codable, Sendable {
  /// What the server calls it.
  case server(Int)
  /// What the phone calls a record that it has created, by the key of that edit, until the server
  /// has given it a name.
  case temporary(IdempotencyKey)
}
