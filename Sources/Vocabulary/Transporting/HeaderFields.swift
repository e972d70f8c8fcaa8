/// The header of a request or response: fields in order, repeated names included.
///
/// Names are compared without regard to case, and only of ASCII letters, since a name is a token
/// (RFC 9110, section 5.1). Names and values are kept as they were given and not checked. An
/// absent field is not an empty one.
///
/// Two headers are equal where each name has the same values in the same order; the order of
/// different names means nothing (RFC 9110, section 5.3). Look-ups and changes take time linear
/// in the number of fields, and so does comparing on average.
public struct HeaderFields: Codable, Sendable {
  /// All fields, in order.
  public private(set) var fields: [Field]

  /// A header of the given fields.
  public init(_ fields: [Field] = []) {
    self.fields = fields
  }

  /// The first value of a name, nil where the field is absent.
  ///
  /// Setting a value puts it in the place of the first one and removes the others; setting nil
  /// removes them all.
  public subscript(name: String) -> String? {
    get { fields.first { $0.isNamed(name) }?.value }
    set {
      let place = fields.firstIndex { $0.isNamed(name) } ?? fields.endIndex
      fields.removeAll { $0.isNamed(name) }
      if let newValue { fields.insert(Field(name: name, value: newValue), at: place) }
    }
  }

  /// All values of a name, in order.
  public func values(for name: String) -> [String] {
    fields.filter { $0.isNamed(name) }.map(\.value)
  }

  /// Puts a field at the end, and leaves others of its name where they are.
  public mutating func add(_ value: String, for name: String) {
    fields.append(Field(name: name, value: value))
  }
}

extension HeaderFields: ExpressibleByDictionaryLiteral {
  /// A header as it is written in code. A name may be repeated.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements.map { Field(name: $0.0, value: $0.1) })
  }
}

extension HeaderFields: Hashable {
  /// Whether each name has the same values in the same order.
  public static func == (lhs: HeaderFields, rhs: HeaderFields) -> Bool {
    lhs.grouped == rhs.grouped
  }

  /// Feeds the values of each name, without regard to the order of different names.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(grouped)
  }

  /// The values of each name, without regard to the order of different names.
  private var grouped: [String: [String]] {
    Dictionary(grouping: fields, by: \.foldedName).mapValues { $0.map(\.value) }
  }
}
