import Foundation

extension ImageServer {
  /// How clients ask for a smaller picture: by a number in the query of the URL.
  ///
  /// The number bounds the longer side, in pixels. Pictures are never enlarged.
  public struct Resizing: Hashable, Sendable {
    /// What is done with a size that is not offered.
    public enum Otherwise: Hashable, Sendable {
      /// The original is sent, as if nothing had been asked.
      case original
      /// The next larger size that is offered; the original above the largest.
      case nextLarger
      /// Status 400.
      case refused
    }

    /// The name of the parameter.
    public var parameter: String
    /// The sizes that are offered, in pixels; empty for any.
    public var sizes: Set<Int>
    /// What is done with others.
    public var otherwise: Otherwise

    /// Resizing by a parameter of that name.
    public init(
      parameter: String = "w", sizes: Set<Int> = [], otherwise: Otherwise = .nextLarger
    ) {
      self.parameter = parameter
      self.sizes = sizes
      self.otherwise = otherwise
    }

    /// What a URL asks for.
    enum Choice: Hashable {
      case original
      case bounded(Int)
      case refused
    }

    /// What is sent for a URL. The first parameter of the name counts; a value that is no positive
    /// number is refused.
    func choice(for url: URL) -> Choice {
      let query = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
      guard let item = query.first(where: { $0.name == parameter }) else { return .original }
      guard let size = item.value.flatMap(Int.init), size > 0 else { return .refused }
      guard !sizes.isEmpty, !sizes.contains(size) else { return .bounded(size) }
      switch otherwise {
      case .original: return .original
      case .nextLarger: return sizes.filter { $0 > size }.min().map { .bounded($0) } ?? .original
      case .refused: return .refused
      }
    }
  }
}
