public import Foundation

/// The answer of a server: its status and header, and its body while it arrives.
public struct TransportResponse: Sendable {
  /// The body, chunk by chunk, to be read once.
  ///
  /// It ends with the transfer, or throws the ``TransportError`` that ended it. Dropping the last
  /// copy, or cancelling the task that reads, stops the transfer. A reader that is cancelled sees
  /// the end of the body and no error, so it must look for cancellation before it takes the body
  /// for whole.
  public typealias Body = AsyncThrowingStream<Data, any Error>

  /// The status code, such as 200, 304 or 404.
  public let status: Int
  /// The fields of the header.
  public let headers: HeaderFields
  /// The body, chunk by chunk.
  public let body: Body

  /// An answer with the given parts.
  public init(status: Int, headers: HeaderFields = [:], body: Body) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The length that the server declares in `Content-Length`, in bytes.
  ///
  /// Nil where the field is absent or not valid: one or more digits, or a list that repeats one
  /// length (RFC 9110, section 8.6). It is the word of the server: the body may still be longer
  /// or shorter. In answer to `HEAD`, and with status 304, it speaks of a body that is not sent.
  public var declaredLength: Int? {
    let lengths = headers.values(for: "Content-Length").flatMap { value in
      value.components(separatedBy: ",").map(Self.length)
    }
    guard let first = lengths.first, lengths.allSatisfy({ $0 == first }) else { return nil }
    return first
  }

  private static func length(_ text: String) -> Int? {
    let digits = text.trimmingCharacters(in: CharacterSet(charactersIn: " \t"))
    guard digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
    return Int(digits)
  }
}
