extension HeaderFields {
  /// One line of a header.
  public struct Field: Codable, Sendable {
    /// Its name, in the case in which it was given.
    public var name: String
    /// Its value.
    public var value: String

    /// A field with that name and value.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }

    /// The name with small ASCII letters.
    var foldedName: String { Self.folded(name) }

    /// Whether the field has this name, in whatever case.
    func isNamed(_ other: String) -> Bool {
      name.utf8.lazy.map(Self.folded).elementsEqual(other.utf8.lazy.map(Self.folded))
    }
  }
}

extension HeaderFields.Field: Hashable {
  /// Whether the names are equal without regard to case, and the values are equal.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.isNamed(rhs.name) && lhs.value == rhs.value
  }

  /// Feeds the name without its case, and the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(foldedName)
    hasher.combine(value)
  }

  private static func folded(_ name: String) -> String {
    String(decoding: name.utf8.map(folded), as: UTF8.self)
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
