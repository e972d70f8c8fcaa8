import Foundation
import HTTPForFreeSolution
import ReferencePipeline
import SimulatedPhone
import Vocabulary
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a real server says about freshness, and what the policy makes of it.
final class HTTPServerFreshnessTests: HTTPServerTestCase {
  private let photo = SyntheticPhoto(id: 7, size: PixelSize(width: 400, height: 300))

  func testATagComesBackAs304AndANewFileAs200() async throws {
    let name = newName()
    try await put(photo.encoded(), as: name)
    var (stored, first) = try await store("/files/\(name)")
    XCTAssertEqual(first, photo.encoded().data)

    // Without a word on freshness: stale at once, and asked for by the tag.
    let tag = try XCTUnwrap(stored.headers["ETag"])
    let condition = HTTPCachePolicy.decision(for: stored, request: [:], now: Date())
    XCTAssertEqual(condition, .revalidate(["If-None-Match": tag]))

    let sent = Date()
    let (unchanged, nothing) = try await get(
      "/files/\(name)", headers: ["If-None-Match": tag])
    XCTAssertEqual(unchanged.status, 304)
    XCTAssertEqual(nothing, Data())
    stored.update(from: unchanged.headers, requestTime: sent, responseTime: Date())
    XCTAssertEqual(stored.headers["ETag"], tag)
    XCTAssertEqual(stored.headers["Content-Length"], String(first.count))

    let newer = SyntheticPhoto(id: 8, size: PixelSize(width: 360, height: 270)).encoded()
    try await put(newer, as: name)
    let (changed, body) = try await get("/files/\(name)", headers: ["If-None-Match": tag])
    XCTAssertEqual(changed.status, 200)
    XCTAssertEqual(body, newer.data)
    XCTAssertNotEqual(changed.headers["ETag"], tag)
  }

  func testMaxAge() async throws {
    let name = newName()
    try await put(photo.encoded(), as: name)
    var (stored, _) = try await store("/max-age/\(name)")
    XCTAssertEqual(decision(stored, in: 0), .fresh)
    guard case .revalidate(let condition) = decision(stored, in: 61) else {
      return XCTFail("fresh for ever")
    }
    let sent = Date()
    let (unchanged, _) = try await get("/max-age/\(name)", headers: condition)
    XCTAssertEqual(unchanged.status, 304)
    stored.update(from: unchanged.headers, requestTime: sent, responseTime: Date())
    XCTAssertEqual(decision(stored, in: 0), .fresh)
    XCTAssertEqual(decision(stored, in: 61), .revalidate(condition))
  }

  func testNoStore() async throws {
    let name = newName()
    try await put(photo.encoded(), as: name)
    let (response, body) = try await get("/no-store/\(name)")
    XCTAssertEqual(body, photo.encoded().data)
    XCTAssertFalse(
      HTTPCachePolicy.mayStore(
        status: response.status, headers: response.headers, method: .get, request: [:]))
  }

  func testNoCacheIsKeptAndAlwaysAskedFor() async throws {
    let name = newName()
    try await put(photo.encoded(), as: name)
    let (stored, _) = try await store("/no-cache/\(name)")
    guard
      case .revalidate(let condition) = HTTPCachePolicy.decision(
        for: stored, request: [:], now: Date())
    else { return XCTFail("shown without asking") }
    let unchanged = try await get("/no-cache/\(name)", headers: condition).response
    XCTAssertEqual(unchanged.status, 304)
  }

  func testADateStandsInForATag() async throws {
    let name = newName()
    try await put(photo.encoded(), as: name)
    let (stored, _) = try await store("/dated/\(name)")
    XCTAssertNil(stored.headers["ETag"])
    let date = try XCTUnwrap(stored.headers["Last-Modified"])
    XCTAssertEqual(
      HTTPCachePolicy.decision(for: stored, request: [:], now: Date()),
      .revalidate(["If-Modified-Since": date]))
    let unchanged = try await get(
      "/dated/\(name)", headers: ["If-Modified-Since": date]
    ).response
    XCTAssertEqual(unchanged.status, 304)
  }

  func testRepeatedFieldsAllCount() async throws {
    let name = newName()
    try await put(photo.encoded(), as: name)
    let (stored, _) = try await store("/repeated/\(name)", headers: ["X-Device": "2 GB"])
    XCTAssertEqual(
      HTTPCachePolicy.decision(for: stored, request: ["X-Device": "2 GB"], now: Date()), .fresh)
    XCTAssertFalse(HTTPCachePolicy.mayShowAfterFailure(stored))
    XCTAssertFalse(stored.answers(["X-Device": "12 GB"]))
    XCTAssertFalse(stored.answers(["X-Device": "2 GB", "Accept": "image/webp"]))
  }

  /// The tiers decide what is fresh, and no cache behind their back.
  func testTheCacheOfAConfigurationIsNotAsked() async throws {
    let name = newName()
    try await put(photo.encoded(), as: name)
    let url = try url("/max-age/\(name)")
    let cached = HTTPURLResponse(
      url: url, statusCode: 200, httpVersion: "HTTP/1.1",
      headerFields: [
        "Cache-Control": "max-age=60", "Content-Length": "1",
        "Date": HTTPForFreeSolution.HTTPDate.text(Date()),
      ])
    let configuration = URLSessionConfiguration.ephemeral
    let cache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil)
    cache.storeCachedResponse(
      CachedURLResponse(response: try XCTUnwrap(cached), data: Data([1])),
      for: URLRequest(url: url))
    configuration.urlCache = cache
    let transport = SessionTransport(configuration: configuration)
    var body = Data()
    for try await chunk in try await transport.send(TransportRequest(url: url)).body {
      body += chunk
    }
    XCTAssertEqual(body, photo.encoded().data)
  }

  /// The decision in so many seconds.
  private func decision(
    _ stored: StoredResponse, in seconds: Double
  ) -> HTTPCachePolicy.Decision {
    HTTPCachePolicy.decision(for: stored, request: [:], now: Date(timeIntervalSinceNow: seconds))
  }

  /// Asks for a target as a cache does, and keeps the answer.
  private func store(
    _ target: String, headers: HeaderFields = [:]
  ) async throws -> (StoredResponse, Data) {
    let sent = Date()
    let (response, body) = try await get(target, headers: headers)
    XCTAssertEqual(response.status, 200)
    XCTAssertTrue(
      HTTPCachePolicy.mayStore(
        status: response.status, headers: response.headers, method: .get, request: headers))
    let stored = StoredResponse(
      headers: response.headers, toRequest: headers, requestTime: sent, responseTime: Date())
    return (stored, body)
  }
}
