/// Work that is done one after the other, in the order in which it was handed over.
///
/// For an actor with steps that suspend in the midst of something that the next step has to find
/// finished. Copies take turns with what was handed over before they were made, not after.
public struct Turns: Sendable {
  /// Waits for the end of what was handed over last.
  private var untilEnd: (@Sendable () async -> Void)?

  /// Without work.
  public init() {}

  /// Does something once all that was handed over before is over, whether it failed or not.
  ///
  /// - Returns: The task in which that happens. Cancelling whoever waits for it does not end it.
  public mutating func next<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) -> Task<Value, any Error> {
    let turn = Task { [untilEnd] in
      await untilEnd?()
      return try await work()
    }
    untilEnd = { _ = await turn.result }
    return turn
  }
}
