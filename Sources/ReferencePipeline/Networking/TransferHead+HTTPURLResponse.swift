import Foundation
import Vocabulary

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension TransferState.Head {
  /// Status and header as the session hands them out, in the order of the names.
  ///
  /// Where the body was encoded, the session has decoded it, and its length on the wire is not the
  /// length of what is delivered.
  init(_ response: HTTPURLResponse) {
    var fields = response.allHeaderFields.compactMap { name, value in
      (name as? String).map { HeaderFields.Field(name: $0, value: "\(value)") }
    }
    fields.sort { ($0.name.lowercased(), $0.value) < ($1.name.lowercased(), $1.value) }
    self.init(status: response.statusCode, headers: HeaderFields(fields))
    let encodings = headers.values(for: "Content-Encoding").map { $0.lowercased() }
    if encodings.contains(where: { $0 != "identity" }) { headers["Content-Length"] = nil }
  }
}
