import Foundation
import Vocabulary

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension TransportRequest {
  /// The request that a session sends; nil without a URL, and for a method that the kit lacks.
  ///
  /// Its header is in the order of the names. A request for background traffic is a prefetch.
  init?(_ request: URLRequest) {
    guard let url = request.url,
      let method = RequestMethod(rawValue: request.httpMethod ?? RequestMethod.get.rawValue)
    else { return nil }
    let fields = (request.allHTTPHeaderFields ?? [:]).sorted { $0.key < $1.key }
    self.init(
      url: url, method: method,
      headers: HeaderFields(fields.map { .init(name: $0.key, value: $0.value) }),
      priority: request.networkServiceType == .background ? .prefetch : .visible)
  }
}

extension TransferPlan {
  /// The response as a session sees it; fields of one name are joined by commas.
  func urlResponse(from url: URL) -> HTTPURLResponse? {
    let fields = headers.fields.reduce(into: [String: String]()) { fields, field in
      let name = fields.keys.first { $0.lowercased() == field.name.lowercased() } ?? field.name
      fields[name] = headers.values(for: name).joined(separator: ", ")
    }
    return HTTPURLResponse(
      url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)
  }

  /// Where the response sends its client on to; nil where it does not.
  func redirection(from url: URL) -> URL? {
    guard [301, 302, 303, 307, 308].contains(status), let address = headers["Location"] else {
      return nil
    }
    return URL(string: address, relativeTo: url)?.absoluteURL
  }
}
