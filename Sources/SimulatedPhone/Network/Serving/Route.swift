import Vocabulary

extension ImageServer {
  /// The photos under one path, and how they may be cached.
  public struct Route: Hashable, Sendable {
    /// What kind of `ETag` is sent.
    public enum EntityTag: Hashable, Sendable {
      /// One that differs where a byte differs.
      case strong
      /// One with `W/`.
      case weak
      /// None.
      case none
    }

    /// What the path begins with; the rest is the number of the photo: `/p/` for `/p/7`.
    public var prefix: String
    /// The field `Cache-Control`, if any.
    public var cacheControl: String?
    /// The names in the field `Vary`. Values of these fields tell representations apart.
    public var vary: [String]
    /// The kind of tag.
    public var entityTag: EntityTag
    /// Whether `Last-Modified` is sent. It counts in seconds: a client that has nothing else
    /// misses a photo that is replaced within the second.
    public var sendsLastModified: Bool
    /// How long a cache in between has held the response; `Age` in seconds, and `Date` that much
    /// in the past.
    public var age: Int?

    /// A route with both validators and no word about caching, unless said otherwise.
    public init(
      _ prefix: String, cacheControl: String? = nil, vary: [String] = [],
      entityTag: EntityTag = .strong, sendsLastModified: Bool = true, age: Int? = nil
    ) {
      self.prefix = prefix
      self.cacheControl = cacheControl
      self.vary = vary
      self.entityTag = entityTag
      self.sendsLastModified = sendsLastModified
      self.age = age
    }

    /// The number of the photo at a path; nil where the path is not on this route.
    func photo(at path: String) -> UInt32? {
      guard path.hasPrefix(prefix) else { return nil }
      let number = path.dropFirst(prefix.count)
      guard number.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
        return nil
      }
      return UInt32(number)
    }

    /// The tag of one representation; nil where the route sends none.
    func tag(_ representation: String, for headers: HeaderFields) -> String? {
      let variant = vary.map { headers.values(for: $0).joined(separator: ",") }
      let suffix =
        vary.isEmpty
        ? "" : "-\(String(UInt64(fingerprintOf: variant.joined(separator: "\n")), radix: 16))"
      switch entityTag {
      case .strong: return "\"\(representation)\(suffix)\""
      case .weak: return "W/\"\(representation)\(suffix)\""
      case .none: return nil
      }
    }
  }
}
