/// Decides what the server does with a request: a script, or a server that keeps state.
///
/// Called once for each request, at the instant at which it starts, from any thread.
public protocol RequestAnswering: Sendable {
  /// What is done with this request; nil where it is not foreseen, which fails it by name with
  /// ``/Vocabulary/TransportError/unscripted(_:)``.
  func reply(to arrival: RequestArrival) -> ScriptedReply?
}
