import Foundation
import Simulation
import Vocabulary

@testable import SimulatedPhone

/// Bytes that differ from one another over short distances.
func bodyBytes(_ count: Int) -> Data {
  Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &+ $0 >> 8) })
}

/// The URL of a path on the host of the tests.
func photoURL(_ path: String) -> URL {
  URL(string: "https://photos.test\(path)") ?? URL(filePath: path)
}

/// A request for a path on the host of the tests.
func photoRequest(_ path: String, headers: HeaderFields = [:]) -> TransportRequest {
  TransportRequest(url: photoURL(path), headers: headers)
}

extension FakeTransport {
  /// The status and the whole body.
  @discardableResult
  func load(_ request: TransportRequest) async throws -> (status: Int, body: Data) {
    let response = try await send(request)
    return (response.status, try await response.wholeBody())
  }
}

extension TransportResponse {
  /// All chunks in one.
  func wholeBody() async throws -> Data {
    var whole = Data()
    for try await chunk in body { whole += chunk }
    return whole
  }
}

extension Result where Success: Sendable, Failure == any Error {
  /// The outcome of a load, with its error as a value.
  init(of body: () async throws -> Success) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }

  /// The transport error, if it failed with one.
  var transportError: TransportError? {
    guard case .failure(let error) = self else { return nil }
    return error as? TransportError
  }

  /// Whether it failed with a cancellation.
  var isCancelled: Bool {
    guard case .failure(let error) = self else { return false }
    return error is CancellationError
  }
}

/// A value that a test and its tasks share.
final class Observed<Value: Sendable>: Sendable {
  private let guarded: Guarded<Value>

  init(_ value: Value) {
    guarded = Guarded(value)
  }

  var value: Value { guarded.withLock { $0 } }

  func update(_ change: (inout Value) -> Void) {
    guarded.withLock { change(&$0) }
  }
}
