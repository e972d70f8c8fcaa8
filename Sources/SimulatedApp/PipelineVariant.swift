/// Which pipeline runs, and what is changed in it to be compared.
public struct PipelineVariant: Hashable, Sendable {
  /// How the pipeline is built.
  public enum Kind: String, Hashable, CaseIterable, Sendable {
    /// The reference: decodes at display size, counts bytes, cancels what nobody wants.
    case reference
    /// What is often built first: full decodes, a cache of so many pictures, no cancellation.
    case naive
  }

  /// How the pipeline is built.
  public var kind: Kind
  /// The share of the device's usual budget that the memory tier gets, in percent.
  public var budgetPercent: Int
  /// Whether a load ends when its last caller leaves.
  public var cancels: Bool
  /// How many rows ahead loads begin; nil for what the policy of the kind of image says.
  public var prefetchDistance: Int?

  /// A pipeline without changes, unless said otherwise.
  public init(
    _ kind: Kind = .reference, budgetPercent: Int = 100, cancels: Bool = true,
    prefetchDistance: Int? = nil
  ) {
    self.kind = kind
    self.budgetPercent = budgetPercent
    self.cancels = cancels
    self.prefetchDistance = prefetchDistance
  }

  /// The pipeline that is put together from the solutions, as it is.
  public static let reference = PipelineVariant()
  /// The one that ends the app on a small phone.
  public static let naive = PipelineVariant(.naive)
}
