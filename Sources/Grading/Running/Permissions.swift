/// What a check lets an answer do, though it is a finding otherwise.
public struct Permissions: OptionSet, Hashable, Sendable {
  /// One bit for each permission.
  public let rawValue: Int

  /// The permissions of the given bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Something may go on, or wait, when the body has ended.
  public static let leftovers = Permissions(rawValue: 1)
  /// Raw `Task.sleep` may be used.
  public static let rawSleep = Permissions(rawValue: 2)
  /// Work may go to threads that the simulation does not own. Its order is not repeated by a seed.
  public static let foreignWork = Permissions(rawValue: 4)
}
