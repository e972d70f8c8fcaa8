/// A copy of a value, with its label.
public struct Labelled<Value> {
  /// The copy.
  public let value: Value
  /// Where it comes from.
  public let provenance: Provenance

  /// A copy of that provenance.
  public init(_ value: Value, _ provenance: Provenance) {
    self.value = value
    self.provenance = provenance
  }
}

extension Labelled: Sendable where Value: Sendable {}
extension Labelled: Equatable where Value: Equatable {}
extension Labelled: Hashable where Value: Hashable {}
