import Foundation
import HTTPForFreeSolution
import Vocabulary

extension HeaderFields {
  /// The delay that a server asks for, in seconds or as a date (RFC 9110, section 10.2.3); nil
  /// where it asks for none.
  func retryAfter(now: Date) -> Duration? {
    guard let text = self["Retry-After"]?.trimmingCharacters(in: .whitespaces) else { return nil }
    if let seconds = Int64(text) { return .seconds(max(0, min(seconds, 86_400))) }
    return HTTPDate.parse(text).map { .seconds(max(0, $0.timeIntervalSince(now))) }
  }
}
