/// Takes what a push says, as a proposal.
///
/// It is all that the handler of pushes gets: there is no way in it to write a row. May be called
/// from any task.
public protocol RecordProposing: Sendable {
  /// Hears what the server says about a record, in any order and as often as it comes.
  func propose(_ snapshot: RecordSnapshot) async
}
