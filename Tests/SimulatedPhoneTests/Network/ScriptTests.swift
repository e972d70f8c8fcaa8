import Foundation
import Simulation
import SimulatedPhone
import Vocabulary
import XCTest

final class ScriptTests: XCTestCase {
  func testAWholeURLGoesBeforeAPath() {
    let script = Script().answering("/p/7", with: .status(204))
      .answering("https://photos.test/p/7", with: .status(200))
    XCTAssertEqual(script.status("https://photos.test/p/7"), 200)
    XCTAssertEqual(script.status("https://other.test/p/7"), 204)
    XCTAssertNil(script.status("https://other.test/p/8"))
  }

  func testAddressesAreComparedAsTheyAreSent() {
    let script = Script().answering("/a%20b?q=%C3%A4", with: .status(200))
      .answering("/", with: .status(201))
    XCTAssertEqual(script.status("https://photos.test/a%20b?q=%C3%A4"), 200)
    XCTAssertNil(script.status("https://photos.test/a%20b"))
    XCTAssertEqual(script.status("https://photos.test"), 201)
  }

  func testALaterRuleTakesThePlaceOfAnEarlierOne() {
    let script = Script().answering("/p", with: .status(200)).answering("/p", with: .status(404))
    XCTAssertEqual(script.status("https://photos.test/p"), 404)
    XCTAssertNil(script.answering("/p").status("https://photos.test/p"))
  }

  func testAScriptIsAValue() {
    let first = Script().answering("/p", with: .status(200))
    let second = first.answering("/p", with: .status(404))
    XCTAssertEqual(first.status("https://photos.test/p"), 200)
    XCTAssertEqual(second.status("https://photos.test/p"), 404)
  }

  func testTheServerBelowAnswersWhatTheScriptDoesNot() {
    let server = Script().answering("/p", with: .status(200)).answering("/q", with: .status(201))
    let script = Script(over: server).answering("/p", with: .status(404))
      .changing("/q") { reply, _ in reply.with("ETag", "\"b\"") }
      .changing("/r") { reply, _ in reply.with("ETag", "\"c\"") }
    XCTAssertEqual(script.status("https://photos.test/p"), 404)
    XCTAssertEqual(script.status("https://photos.test/q"), 201)
    XCTAssertEqual(script.reply("https://photos.test/q")?.headers["etag"], "\"b\"")
    XCTAssertNil(script.reply("https://photos.test/r"))
  }

  func testANumberBelowOneIsTheFirst() {
    let script = Script().answering("/p", with: .status(200), .status(404))
    XCTAssertEqual(script.status("https://photos.test/p", number: 0), 200)
    XCTAssertEqual(script.status("https://photos.test/p", number: .min), 200)
    XCTAssertEqual(script.status("https://photos.test/p", number: .max), 404)
  }

  func testARuleSeesTheRequest() {
    let script = Script().answering("/p") { arrival in
      arrival.request.headers["If-None-Match"] == nil ? .ok(bodyBytes(2)) : .status(304)
    }
    XCTAssertEqual(script.status("https://photos.test/p"), 200)
    XCTAssertEqual(
      script.reply(to: .init(request: photoRequest("/p", headers: ["if-none-match": "*"])))?
        .status, 304)
  }
}

extension Script {
  fileprivate func reply(_ address: String, number: Int = 1) -> ScriptedReply? {
    guard let url = URL(string: address) else { return nil }
    return reply(to: RequestArrival(request: TransportRequest(url: url), number: number))
  }

  fileprivate func status(_ address: String, number: Int = 1) -> Int? {
    reply(address, number: number)?.status
  }
}
