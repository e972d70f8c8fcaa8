import FourThousandPixelOriginalsSolution
import Foundation
import ReferencePipeline
import SimulatedPhone
import Vocabulary
import XCTest

/// Real bodies: sizes, ranges, redirections, and connections that break.
final class HTTPServerBodyTests: HTTPServerTestCase {
  private let photo = SyntheticPhoto(id: 7, size: PixelSize(width: 4_000, height: 3_000))

  // MARK: Sizes

  func testTheServerResizesByParameter() throws {
    let name = newName()
    let server = FourThousandPixelOriginalsSolution.ImageServer.resizes(
      parameter: "w", sizes: [360, 1_170])
    let original = try url("/sized/\(name)")
    let wanted: [(asked: Int, sent: Int)] = [(300, 360), (360, 360), (361, 1_170), (2_000, 4_000)]
    let files = [(360, "360"), (1_170, "1170"), (4_000, "original")]
    let test = Unshared(self)
    let photo = photo
    let bodies = try waitFor {
      for (size, label) in files {
        try await test.value.put(
          photo.resized(maxPixelSize: size).encoded(), as: "\(name)-\(label)")
      }
      var bodies: [Data] = []
      for (asked, _) in wanted {
        let request = TransportRequest(url: server.url(for: original, maxPixelSize: asked))
        let response = try await test.value.transport.send(request)
        XCTAssertEqual(response.headers["Cache-Control"], "public, max-age=60, immutable")
        bodies.append(try await BodyLimit(byteCount: 8_000_000).read(response).data)
      }
      return bodies
    }
    for (body, (asked, sent)) in zip(bodies, wanted) {
      XCTAssertEqual(body, photo.resized(maxPixelSize: sent).encoded().data)
      let shown = try decode(body, maxPixelSize: asked)
      XCTAssertEqual(shown, ShownPicture(photo.picture(maxPixelSize: asked)), "\(asked)")
      XCTAssertEqual(shown.id, photo.id)
    }
  }

  func testALargeBodyArrivesInChunks() async throws {
    let name = newName()
    let image = photo.encoded(byteCount: 4_000_000)
    try await put(image, as: name)
    let response = try await transport.send(TransportRequest(url: url("/files/\(name)")))
    XCTAssertEqual(response.declaredLength, image.byteCount)
    var body = Data()
    var chunks = 0
    for try await chunk in response.body {
      body += chunk
      chunks += 1
    }
    XCTAssertEqual(body, image.data)
    XCTAssertGreaterThan(chunks, 1)
  }

  func testADeclaredLengthAboveTheLimitIsRefusedBeforeItsBody() async throws {
    let name = newName()
    try await put(photo.encoded(byteCount: 2_000_000), as: name)
    let target = "/slow/\(name)?limit"
    do {
      let response = try await transport.send(TransportRequest(url: url(target)))
      _ = try await BodyLimit(byteCount: 1_000_000).read(response)
      XCTFail("no error")
    } catch {
      XCTAssertEqual(error as? TransportError, .bodyTooLarge(limit: 1_000_000))
    }
    let bytes = try await bytesSent(for: target)
    XCTAssertLessThan(bytes, 2_000_000)
  }

  func testPicturesAreNotCompressedAgain() async throws {
    let name = newName()
    try await put(photo.encoded(byteCount: 50_000), as: name)
    let (plain, body) = try await get("/zipped/\(name)")
    XCTAssertNil(plain.headers["Content-Encoding"])
    XCTAssertEqual(plain.declaredLength, 50_000)
    XCTAssertEqual(body.count, 50_000)
    let (zipped, same) = try await get("/zipped/\(name)", headers: ["Accept-Encoding": "gzip"])
    XCTAssertNil(zipped.declaredLength)
    XCTAssertEqual(same, body)
  }

  // MARK: Redirections

  func testARedirectionLeadsToTheLastHeader() async throws {
    let name = newName()
    try await put(photo.encoded(byteCount: 5_000), as: name)
    let (response, body) = try await get("/moved/\(name)")
    XCTAssertEqual(response.status, 200)
    XCTAssertEqual(response.headers["Cache-Control"], "max-age=60")
    XCTAssertNil(response.headers["Location"])
    XCTAssertEqual(body.count, 5_000)
  }

  func testSecretsStayWithTheirOrigin() async throws {
    let secrets: HeaderFields = ["Authorization": "Bearer s", "Cookie": "c=1"]
    let here = try await get("/here", headers: secrets).body
    XCTAssertEqual(String(decoding: here, as: UTF8.self), "Bearer s|c=1")
    let elsewhere = try await get("/elsewhere", headers: secrets).body
    XCTAssertEqual(String(decoding: elsewhere, as: UTF8.self), "|")
  }

  // MARK: Connections that break

  func testACutAtSixtyPercentIsLostAndTheRestCanBeAskedFor() throws {
    let name = newName()
    let image = photo.encoded(byteCount: 500_000)
    let test = Unshared(self)
    let header = "HTTP/1.1 200 OK\r\nContent-Length: 500000\r\nETag: \"a\"\r\n\r\n"
    let server = try CutServer(sending: Data(header.utf8) + image.data.prefix(300_000))
    defer { server.stop() }
    let (start, rest) = try waitFor {
      let request = TransportRequest(url: try test.value.url("/behind/\(server.port)/\(name)"))
      let response = try await test.value.transport.send(request)
      XCTAssertEqual(response.status, 200)
      XCTAssertEqual(response.declaredLength, 500_000)
      var start = Data()
      do {
        for try await chunk in response.body { start += chunk }
        XCTFail("half a picture was taken for whole")
      } catch {
        XCTAssertEqual(error as? TransportError, .connectionLost)
      }
      try await test.value.put(image, as: name)
      let (part, rest) = try await test.value.get(
        "/files/\(name)", headers: ["Range": "bytes=\(start.count)-"])
      XCTAssertEqual(part.status, 206)
      XCTAssertEqual(
        part.headers["Content-Range"], "bytes \(start.count)-499999/500000")
      return (start, rest)
    }
    XCTAssertEqual(start, image.data.prefix(300_000))
    XCTAssertThrowsError(try decode(start, maxPixelSize: 360)) {
      XCTAssertEqual($0 as? ImageDecodingError, .truncated)
    }
    XCTAssertEqual(try decode(start + rest, maxPixelSize: 360).id, photo.id)
  }

  func testACutWithoutADeclaredLengthIsForTheDecoderToSee() throws {
    let image = photo.encoded(byteCount: 100_000)
    let test = Unshared(self)
    let server = try CutServer(
      sending: Data("HTTP/1.0 200 OK\r\n\r\n".utf8) + image.data.prefix(60_000))
    defer { server.stop() }
    let body = try waitFor { try await test.value.get("/behind/\(server.port)/x").body }
    XCTAssertEqual(body.count, 60_000)
    XCTAssertThrowsError(try decode(body, maxPixelSize: 360)) {
      XCTAssertEqual($0 as? ImageDecodingError, .truncated)
    }
  }

  func testAServerThatHangsUpIsALostConnection() async throws {
    do {
      _ = try await get("/nothing")
      XCTFail("no error")
    } catch {
      XCTAssertEqual(error as? TransportError, .connectionLost)
    }
  }

  func testAnOutageIsAResponse() async throws {
    let response = try await get("/busy").response
    XCTAssertEqual(response.status, 503)
    XCTAssertEqual(response.headers["Retry-After"], "7")
  }
}
