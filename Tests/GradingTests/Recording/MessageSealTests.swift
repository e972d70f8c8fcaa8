import Foundation
import XCTest

@testable import Grading

/// The published examples: FIPS 180-4 for the hash, RFC 4231 for the seal.
final class MessageSealTests: XCTestCase {
  func testTheHashOfThePublishedExamples() {
    XCTAssertEqual(
      hash(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    XCTAssertEqual(
      hash("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    XCTAssertEqual(
      hash("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    XCTAssertEqual(
      hash(String(repeating: "a", count: 1_000_000)),
      "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  func testTheSealOfThePublishedExamples() {
    XCTAssertEqual(
      MessageSeal(
        of: Data("Hi There".utf8), secret: Data(repeating: 0x0b, count: 20)
      ).hexadecimal, "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
    XCTAssertEqual(
      MessageSeal(
        of: Data("what do ya want for nothing?".utf8), secret: Data("Jefe".utf8)
      ).hexadecimal, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    XCTAssertEqual(
      MessageSeal(
        of: Data("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
        secret: Data(repeating: 0xaa, count: 131)
      ).hexadecimal, "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
  }

  private func hash(_ text: String) -> String {
    SHA256.digest(of: Array(text.utf8)).hexadecimal
  }
}
