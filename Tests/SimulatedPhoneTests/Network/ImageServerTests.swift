import Foundation
import Simulation
import SimulatedPhone
import Vocabulary
import XCTest

final class ImageServerTests: XCTestCase {
  func testPhotosComeByPath() {
    let server = makeServer()
    XCTAssertEqual(server.body("/p/7"), "photo 7")
    XCTAssertEqual(server.body("/p/0"), "photo 0")
    for path in ["/p/99", "/p/", "/p", "/", "/q/7", "/p/x", "/p/-1", "/p/7/", "/p/4294967296"] {
      XCTAssertEqual(server.status(path), 404, path)
    }
  }

  func testAMissingPhotoIsAPageThatNoDecoderTakes() throws {
    let reply = try XCTUnwrap(makeServer().reply("/p/99"))
    XCTAssertEqual(reply.headers["Content-Type"], "text/html")
    XCTAssertFalse(reply.body.isEmpty)
    XCTAssertNil(reply.headers["ETag"])
  }

  func testAnotherHostIsNotForeseen() {
    let server = makeServer()
    for address in [
      "https://other.test/p/7", "http://photos.test/p/7", "https://photos.test:8/p/7",
    ] {
      let request = URL(string: address).map { TransportRequest(url: $0) }
      XCTAssertNil(request.flatMap { server.reply(to: .init(request: $0)) }, address)
    }
    XCTAssertEqual(server.rate.total, 0)
  }

  func testOnlyReadingIsServed() {
    let server = makeServer()
    for method in RequestMethod.allCases {
      let request = TransportRequest(url: photoURL("/p/7"), method: method)
      let reply = server.reply(to: .init(request: request))
      XCTAssertEqual(reply?.status, method == .get || method == .head ? 200 : 405)
    }
  }

  func testURLsAreThoseThatItServes() {
    let server = makeServer(resizing: .init(parameter: "width"))
    XCTAssertEqual(server.url(of: 7), photoURL("/p/7"))
    XCTAssertEqual(server.url(of: 7, maxPixelSize: 360), photoURL("/p/7?width=360"))
    XCTAssertEqual(makeServer(resizing: nil).url(of: 7, maxPixelSize: 360), photoURL("/p/7"))
  }

  // MARK: Sizes

  func testAnySizeIsMadeWhereNoneAreListed() {
    let server = makeServer(resizing: .init())
    XCTAssertEqual(server.body("/p/7?w=360"), "photo 7 at 360")
    XCTAssertEqual(server.body("/p/7?x=1&w=1&w=2"), "photo 7 at 1")
    XCTAssertEqual(server.body("/p/7?width=360"), "photo 7")
  }

  func testListedSizesAndWhatIsDoneWithOthers() {
    for (otherwise, small, large) in [
      (ImageServer.Resizing.Otherwise.original, "photo 7", "photo 7"),
      (.nextLarger, "photo 7 at 360", "photo 7"), (.refused, nil, nil),
    ] {
      let server = makeServer(resizing: .init(sizes: [180, 360, 720], otherwise: otherwise))
      XCTAssertEqual(server.body("/p/7?w=360"), "photo 7 at 360")
      XCTAssertEqual(server.body("/p/7"), "photo 7")
      XCTAssertEqual(server.body("/p/7?w=200"), small)
      XCTAssertEqual(server.body("/p/7?w=1170"), large)
    }
  }

  func testAServerThatDoesNotResizeIgnoresTheQuery() {
    let server = makeServer(resizing: nil)
    XCTAssertEqual(server.body("/p/7?w=360"), "photo 7")
    XCTAssertEqual(server.body("/p/7?w=nonsense"), "photo 7")
  }

  func testNonsenseIsRefused() {
    let server = makeServer()
    for value in ["", "0", "-1", "x", "1.5", "99999999999999999999"] {
      XCTAssertEqual(server.status("/p/7?w=\(value)"), 400, value)
    }
    XCTAssertEqual(server.status("/p/7?w"), 400)
  }

  // MARK: Time

  func testAnOutageIsAnInterval() throws {
    let server = makeServer(outages: [
      .init(.seconds(10)..<(.seconds(20)), .unavailable(retryAfter: .milliseconds(1_500)))
    ])
    server.add(.init(.seconds(30)..<(.seconds(40)), .silent(timeout: .seconds(60))))
    server.add(.init(.seconds(50)..<(.seconds(60))))
    XCTAssertEqual(server.status("/p/7", at: .milliseconds(9_999)), 200)
    XCTAssertEqual(server.status("/p/7", at: .seconds(10)), 503)
    XCTAssertEqual(
      server.reply("/p/7", at: .milliseconds(19_999))?.headers["Retry-After"], "2")
    XCTAssertEqual(server.status("/p/7", at: .seconds(20)), 200)
    XCTAssertEqual(
      server.reply("/p/7", at: .seconds(35))?.fate, .lost(timeout: .seconds(60)))
    let plain = try XCTUnwrap(server.reply("/p/7", at: .seconds(55)))
    XCTAssertEqual(plain.status, 503)
    XCTAssertNil(plain.headers["Retry-After"])
    XCTAssertEqual(plain.headers["Date"], "Fri, 15 Jan 2027 08:00:55 GMT")
  }

  func testRequestsAreCountedBySecond() {
    let server = makeServer(outages: [.init(.seconds(2)..<(.seconds(3)))])
    for milliseconds in [0, 999, 1_000, 2_000, 2_500, 2_999, 9_000] {
      _ = server.reply("/p/7", at: .milliseconds(milliseconds))
    }
    XCTAssertEqual(server.rate.total, 7)
    XCTAssertEqual(server.rate.peak, 3)
    XCTAssertEqual((0...3).map(server.rate.count(inSecond:)), [2, 1, 3, 0])
    XCTAssertEqual(server.rate.counts, [0: 2, 1: 1, 2: 3, 9: 1])
  }

  func testThePaceIsThatOfTheServer() throws {
    let simulation = Simulation()
    let server = makeServer(
      pace: .init(latency: .milliseconds(40), bandwidth: 1_000, chunkSize: 4))
    let transport = FakeTransport(simulation, answering: server)
    let run = simulation.run { try await transport.load(photoRequest("/p/7")).body }
    XCTAssertEqual(try run.get(), Data("photo 7".utf8))
    XCTAssertEqual(run.elapsed, .milliseconds(47))
  }

  func testAClientLivesThroughAnOutage() throws {
    let simulation = Simulation()
    let server = makeServer(outages: [.init(.seconds(1)..<(.seconds(2)))])
    let transport = FakeTransport(simulation, answering: server)
    let run = simulation.run {
      var statuses: [Int] = []
      for _ in 0..<3 {
        statuses.append(try await transport.load(photoRequest("/p/7")).status)
        try await simulation.clock.sleep(for: .seconds(1))
      }
      return statuses
    }
    XCTAssertEqual(try run.get(), [200, 503, 200])
  }
}
