import Foundation
import Vocabulary

/// What the tests of the transports send and get.
enum TransportFixtures {
  /// Bytes that differ from one another over short distances.
  static func bytes(_ count: Int) -> Data {
    Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &+ $0 >> 8) })
  }

  /// The URL of a path on the host of the tests.
  static func url(_ path: String) -> URL {
    URL(string: "https://photos.test\(path)") ?? URL(filePath: path)
  }

  /// A request for a path on the host of the tests.
  static func request(
    _ path: String, method: RequestMethod = .get, headers: HeaderFields = [:]
  ) -> TransportRequest {
    TransportRequest(url: url(path), method: method, headers: headers)
  }
}
