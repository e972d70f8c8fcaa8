/// Work that is done one after the other, in the order in which it was handed over.
///
/// For an actor with steps that suspend in the midst of something that the next step has to find
/// finished. Copies take turns with what was handed over before they were made, not after.
public struct Turns: Sendable {
  private var last: Task<Void, any Error>?

  /// Without work.
  public init() {}

  /// Does something once all that was handed over before is over, whether it failed or not.
  ///
  /// - Returns: The task in which that happens. Cancelling whoever waits for it does not end it.
  public mutating func next(
    _ work: @escaping @Sendable () async throws -> Void
  ) -> Task<Void, any Error> {
    let turn = Task { [last] in
      _ = await last?.result
      try await work()
    }
    last = turn
    return turn
  }
}
