import Foundation
import Vocabulary

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLRequest {
  /// The request as a session sends it.
  init(_ request: TransportRequest) {
    self.init(url: request.url)
    httpMethod = request.method.rawValue
    if request.priority == .prefetch { networkServiceType = .background }
    for field in request.headers.fields { addValue(field.value, forHTTPHeaderField: field.name) }
    if value(forHTTPHeaderField: "Accept-Encoding") == nil {
      setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    }
  }

  /// The same request; where it leads to another origin, without the fields that tell who asks.
  func withoutSecrets(from source: URL?) -> URLRequest {
    guard source?.origin != url?.origin else { return self }
    var request = self
    for name in ["Authorization", "Cookie"] { request.setValue(nil, forHTTPHeaderField: name) }
    return request
  }
}

extension LoadPriority {
  /// The same for a task of a session.
  var taskPriority: Float {
    switch self {
    case .visible: URLSessionTask.highPriority
    case .prefetch: URLSessionTask.lowPriority
    }
  }
}

extension URL {
  /// Scheme, host and port: who is asked.
  fileprivate var origin: [String] {
    let scheme = scheme?.lowercased() ?? ""
    let usualPort = ["http": 80, "https": 443][scheme]
    let port = (port ?? usualPort).map(String.init) ?? ""
    return [scheme, host()?.lowercased() ?? "", port]
  }
}
