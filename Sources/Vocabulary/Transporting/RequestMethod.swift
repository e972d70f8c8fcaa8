/// The methods of HTTP that the kit uses, with the spelling of the protocol as raw value.
///
/// Names of methods are case-sensitive (RFC 9110, section 9.1).
public enum RequestMethod: String, Hashable, Codable, CaseIterable, Sendable {
  /// Asks for a representation; safe, and the only one whose response is stored here.
  case get = "GET"
  /// Asks for the header of what `GET` would send.
  case head = "HEAD"
  /// Asks for an effect; sent twice, it may happen twice.
  case post = "POST"
  /// Puts a representation in place; sent twice, it happens once.
  case put = "PUT"
  /// Removes a representation; sent twice, it happens once.
  case delete = "DELETE"
}
