/// What a check without a simulation works on: for values, tables and real threads.
public final class Desk: Expecting {
  /// The first expectation that was not met.
  public let firstUnmet: FirstUnmet = FirstUnmet()

  init() {}
}
