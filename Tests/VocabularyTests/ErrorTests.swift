import Foundation
import Vocabulary
import XCTest

final class ErrorTests: XCTestCase {
  func testEachErrorIsASentenceOfItsOwn() throws {
    let url = try XCTUnwrap(URL(string: "https://example.com/p/7"))
    let errors: [any Error & CustomStringConvertible] = [
      TransportError.offline, TransportError.timedOut, TransportError.connectionLost,
      TransportError.unscripted(url), TransportError.unavailable(retryAfter: nil),
      TransportError.unavailable(retryAfter: .seconds(2)), TransportError.unexpectedStatus(404),
      TransportError.bodyTooLarge(limit: 8), ImageDecodingError.empty,
      ImageDecodingError.notAnImage, ImageDecodingError.truncated, ImageDecodingError.damaged,
      FileError.notFound("a"), FileError.invalidName("/"), FileError.noSpace, FileError.ended,
      FileError.failed("no reason."), NotWritten("image(for:)"),
    ]
    let sentences = errors.map { "\($0)" }
    XCTAssertEqual(Set(sentences).count, errors.count)
    for sentence in sentences { XCTAssertTrue(sentence.hasSuffix("."), sentence) }
  }

  func testDetailsAreNamed() throws {
    let url = try XCTUnwrap(URL(string: "https://example.com/p/7?w=3"))
    XCTAssertEqual(
      "\(TransportError.unscripted(url))",
      "The script has no answer for https://example.com/p/7?w=3.")
    XCTAssertEqual(
      "\(TransportError.unavailable(retryAfter: .milliseconds(1500)))",
      "The server is not available. It asks to wait for 1.5 seconds.")
  }
}
