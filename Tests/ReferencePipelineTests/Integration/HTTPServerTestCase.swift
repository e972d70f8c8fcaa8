import Foundation
import ReferencePipeline
import SimulatedPhone
import Simulation
import Vocabulary
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Tests against a real HTTP server, in real time; skipped where there is none.
class HTTPServerTestCase: XCTestCase {
  /// Sends over the real network.
  let transport = SessionTransport()

  private var base: URL?

  override func setUpWithError() throws {
    let address = ProcessInfo.processInfo.environment["FOLLOW_UPS_HTTP_SERVER"] ?? ""
    guard let url = URL(string: address), url.host() != nil else {
      throw XCTSkip(
        """
        This needs a real HTTP server: `.ci/with-nginx swift test --filter HTTPServer` starts \
        nginx and names it in FOLLOW_UPS_HTTP_SERVER.
        """)
    }
    base = url
  }

  /// A URL of the server.
  func url(_ target: String) throws -> URL {
    try XCTUnwrap(URL(string: target, relativeTo: base)?.absoluteURL)
  }

  /// A name that no other test uses.
  func newName() -> String { "photo\(UInt64.random(in: .min ... .max))" }

  /// Puts a file on the server.
  func put(_ image: EncodedImage, as name: String) async throws {
    var request = URLRequest(url: try url("/files/\(name)"))
    request.httpMethod = "PUT"
    let session = URLSession(configuration: .ephemeral)
    defer { session.finishTasksAndInvalidate() }
    let (_, response) = try await session.upload(for: request, from: image.data)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    XCTAssertTrue([201, 204].contains(status), "PUT answered \(status)")
  }

  /// Asks for a target, and reads the whole body.
  func get(
    _ target: String, headers: HeaderFields = [:]
  ) async throws -> (response: TransportResponse, body: Data) {
    let request = TransportRequest(url: try url(target), headers: headers)
    let response = try await transport.send(request)
    var body = Data()
    for try await chunk in response.body { body += chunk }
    return (response, body)
  }

  /// The bytes of a body that the server has sent for a target, once it has done with it.
  func bytesSent(for target: String) async throws -> Int {
    let deadline = ContinuousClock.now.advanced(by: .seconds(20))
    while ContinuousClock.now < deadline {
      let log = try await get("/transfers").body
      for line in String(decoding: log, as: UTF8.self).split(separator: "\n") {
        let words = line.split(separator: " ")
        if words.count == 4, words[1] == target, let bytes = Int(words[3]) { return bytes }
      }
      try await Task.sleep(for: .milliseconds(20))
    }
    throw TransportError.timedOut
  }

  /// What a body shows once it is decoded.
  ///
  /// In virtual time, which a test's own thread has to run, so from tests that are not async.
  func decode(_ body: Data, maxPixelSize: Int) throws -> ShownPicture {
    let simulation = Simulation(schedule: .inOrder)
    let run = simulation.run {
      let device = SimulatedDevice(.phone4GB, simulation: simulation)
      let decoder = SyntheticDecoder(device: device, simulation: simulation)
      return ShownPicture(
        try await decoder.decode(EncodedImage(body), maxPixelSize: maxPixelSize))
    }
    return try run.outcome.get()
  }

  /// Waits for what happens on the real network, from a test that is not async.
  func waitFor<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws
    -> Value
  {
    let isDone = expectation(description: "the network is done")
    let results = Notes<Result<Value, any Error>>()
    Task {
      do {
        results.add(.success(try await body()))
      } catch {
        results.add(.failure(error))
      }
      isDone.fulfill()
    }
    wait(for: [isDone], timeout: 30)
    return try XCTUnwrap(results.all.first).get()
  }
}
