import Foundation
import Simulation
import SimulatedPhone
import Vocabulary
import XCTest

final class ImageServerValidatorTests: XCTestCase {
  func testEachRouteHasItsOwnFields() throws {
    let server = makeServer(routes: [
      .init("/p/", cacheControl: "max-age=31536000, immutable", sendsLastModified: false),
      .init("/avatars/", cacheControl: "max-age=60", vary: ["Authorization", "Accept"], age: 45),
      .init("/p/private/", cacheControl: "no-store", entityTag: .none, sendsLastModified: false),
    ])
    let photo = try XCTUnwrap(server.reply("/p/7", at: .seconds(5))).headers
    XCTAssertEqual(photo["Cache-Control"], "max-age=31536000, immutable")
    XCTAssertEqual(photo["Date"], "Fri, 15 Jan 2027 08:00:05 GMT")
    XCTAssertEqual(photo["ETag"], "\"7-full-1\"")
    for name in ["Vary", "Age", "Last-Modified"] { XCTAssertNil(photo[name]) }

    let avatar = try XCTUnwrap(server.reply("/avatars/7", at: .seconds(5))).headers
    XCTAssertEqual(avatar["Vary"], "Authorization, Accept")
    XCTAssertEqual(avatar["Age"], "45")
    XCTAssertEqual(avatar["Date"], "Fri, 15 Jan 2027 07:59:20 GMT")
    XCTAssertEqual(avatar["Last-Modified"], "Wed, 16 Dec 2026 08:00:00 GMT")

    let secret = try XCTUnwrap(server.reply("/p/private/7")).headers
    XCTAssertEqual(secret["Cache-Control"], "no-store")
    XCTAssertNil(secret["ETag"])
  }

  func testATagOfWhatIsThereGivesNoBody() throws {
    let server = makeServer(routes: [.init("/p/", cacheControl: "max-age=60")])
    let tag = try XCTUnwrap(server.reply("/p/7")?.headers["ETag"])
    for value in [tag, "W/\(tag)", "\"x\", \(tag)", "*", "\"x\" ,W/\(tag)"] {
      let reply = try XCTUnwrap(server.reply("/p/7", headers: ["If-None-Match": value]))
      XCTAssertEqual(reply.status, 304, value)
      XCTAssertTrue(reply.body.isEmpty, value)
      XCTAssertEqual(reply.headers["ETag"], tag)
      XCTAssertEqual(reply.headers["Cache-Control"], "max-age=60")
      XCTAssertNotNil(reply.headers["Date"])
      XCTAssertNil(reply.headers["Content-Type"])
    }
    for value in ["\"x\"", "7-full-1", ""] {
      XCTAssertEqual(server.status("/p/7", headers: ["If-None-Match": value]), 200, value)
    }
  }

  func testA304CostsNoByteOfBody() throws {
    let simulation = Simulation()
    let transport = FakeTransport(simulation, answering: makeServer())
    let run = simulation.run {
      let first = try await transport.send(photoRequest("/p/7"))
      _ = try await first.wholeBody()
      let tag = first.headers["ETag"] ?? ""
      let second = try await transport.send(photoRequest("/p/7", headers: ["If-None-Match": tag]))
      return (second.status, try await second.wholeBody(), second.declaredLength)
    }
    let (status, body, length) = try run.get()
    XCTAssertEqual(status, 304)
    XCTAssertTrue(body.isEmpty)
    XCTAssertNil(length)
    XCTAssertEqual(transport.log.records.last?.bytes, 0)
  }

  func testEachSizeHasItsOwnTag() throws {
    let server = makeServer()
    let tag = try XCTUnwrap(server.reply("/p/7?w=360")?.headers["ETag"])
    XCTAssertEqual(server.status("/p/7?w=360", headers: ["If-None-Match": tag]), 304)
    XCTAssertEqual(server.status("/p/7", headers: ["If-None-Match": tag]), 200)
    XCTAssertEqual(server.status("/p/8?w=360", headers: ["If-None-Match": tag]), 200)
  }

  func testWeakTags() throws {
    let server = makeServer(routes: [.init("/p/", entityTag: .weak)])
    let tag = try XCTUnwrap(server.reply("/p/7")?.headers["ETag"])
    XCTAssertTrue(tag.hasPrefix("W/\""))
    XCTAssertEqual(server.status("/p/7", headers: ["If-None-Match": tag]), 304)
    let strong = String(tag.dropFirst(2))
    XCTAssertEqual(server.status("/p/7", headers: ["If-None-Match": strong]), 304)
  }

  func testTheDateOfTheLastChange() throws {
    let server = makeServer(routes: [.init("/p/", entityTag: .none)])
    let date = try XCTUnwrap(server.reply("/p/7")?.headers["Last-Modified"])
    func status(_ since: String) -> Int? {
      server.status("/p/7", headers: ["If-Modified-Since": since])
    }
    XCTAssertEqual(status(date), 304)
    XCTAssertEqual(status("Wed, 16 Dec 2026 08:00:01 GMT"), 304)
    XCTAssertEqual(status("Wed, 16 Dec 2026 07:59:59 GMT"), 200)
    XCTAssertEqual(status("yesterday"), 200)
  }

  func testATagGoesBeforeADate() throws {
    let server = makeServer()
    let headers = try XCTUnwrap(server.reply("/p/7")).headers
    let date = try XCTUnwrap(headers["Last-Modified"])
    XCTAssertEqual(
      server.status("/p/7", headers: ["If-None-Match": "\"x\"", "If-Modified-Since": date]), 200)
  }

  func testAReplacedPhotoHasNewValidators() throws {
    let server = makeServer()
    let old = try XCTUnwrap(server.reply("/p/7")).headers
    server.replace(7, with: 8, at: .init(.seconds(90)))
    let new = try XCTUnwrap(server.reply("/p/7", at: .seconds(90)))
    XCTAssertEqual(new.body, Data("photo 8".utf8))
    XCTAssertNotEqual(new.headers["ETag"], old["ETag"])
    XCTAssertEqual(new.headers["Last-Modified"], "Fri, 15 Jan 2027 08:01:30 GMT")
    for (condition, validator) in [
      ("If-None-Match", "ETag"), ("If-Modified-Since", "Last-Modified"),
    ] {
      let value = try XCTUnwrap(old[validator])
      XCTAssertEqual(server.status("/p/7", headers: [condition: value]), 200)
    }
    // The same photo comes back, and its tag does not: caches have seen another in between.
    server.replace(7, with: 7, at: .init(.seconds(91)))
    XCTAssertEqual(server.body("/p/7"), "photo 7")
    XCTAssertNotEqual(server.reply("/p/7")?.headers["ETag"], old["ETag"])
    server.replace(7, with: nil, at: .init(.seconds(92)))
    XCTAssertEqual(server.status("/p/7"), 404)
    XCTAssertEqual(server.body("/p/8"), "photo 8")
  }

  func testWhatVariesIsPartOfTheTag() throws {
    let server = makeServer(routes: [.init("/p/", vary: ["Authorization"])])
    func tag(_ value: String?) -> String? {
      var headers: HeaderFields = [:]
      headers["authorization"] = value
      return server.reply("/p/7", headers: headers)?.headers["ETag"]
    }
    XCTAssertEqual(tag("a"), tag("a"))
    XCTAssertEqual(Set([tag("a"), tag("b"), tag(nil)]).count, 3)
  }
}
