public import Foundation

/// What a transport is asked to send.
public struct TransportRequest: Hashable, Sendable {
  /// Where to.
  public var url: URL
  /// What is asked for.
  public var method: RequestMethod
  /// The fields of the header, on top of those that the transport adds by itself.
  public var headers: HeaderFields
  /// How urgent it is, from the start of the transfer on.
  public var priority: LoadPriority

  /// A request for a picture that the user waits for, unless said otherwise.
  public init(
    url: URL, method: RequestMethod = .get, headers: HeaderFields = [:],
    priority: LoadPriority = .visible
  ) {
    self.url = url
    self.method = method
    self.headers = headers
    self.priority = priority
  }
}
