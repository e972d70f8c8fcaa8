import Foundation
import Vocabulary

extension TransportResponse {
  /// The same response, whose body tells how long each piece is as it is read.
  func counting(_ count: @escaping @Sendable (Int) -> Void) -> TransportResponse {
    let counted = Body { [body] in
      // All iterators of a stream share what is left of it.
      var pieces = body.makeAsyncIterator()
      guard let piece = try await pieces.next() else { return nil }
      count(piece.count)
      return piece
    }
    return TransportResponse(status: status, headers: headers, body: counted)
  }
}
