import Foundation
import XCTest

@testable import Vocabulary

final class ImageKeyTests: XCTestCase {
  func testKeysThatWereMadeApartAreEqual() throws {
    let one = try key("https://example.com/p/7", 360)
    let other = try key("https://example.com/p/7", 360)
    XCTAssertFalse(one.address === other.address)
    XCTAssertEqual(one, other)
    XCTAssertEqual(one.hashValue, other.hashValue)
  }

  func testTheSizeIsPartOfTheKey() throws {
    let feed = try key("https://example.com/p/7", 360)
    XCTAssertNotEqual(feed, feed.resized(to: 1170))
    XCTAssertNotEqual(feed, try key("https://example.com/p/7", 1170))
    XCTAssertEqual(Set([feed, feed.resized(to: 1170), feed.resized(to: 360)]).count, 2)
  }

  func testAnotherSizeSharesTheAddress() throws {
    let feed = try key("https://example.com/p/7", 360)
    let viewer = feed.resized(to: 1170)
    XCTAssertTrue(feed.address === viewer.address)
    XCTAssertEqual(viewer.url, feed.url)
    XCTAssertEqual(viewer.maxPixelSize, 1170)
    XCTAssertEqual(viewer, try key("https://example.com/p/7", 1170))
  }

  func testURLsAreNotNormalised() throws {
    let plain = try key("https://example.com/p/7", 360)
    for text in [
      "https://example.com/p/7/", "https://example.com/p/7?", "https://example.com/p/7#",
      "https://EXAMPLE.com/p/7", "http://example.com/p/7", "https://example.com:443/p/7",
      "https://example.com/p/%37", "https://example.com/p/7?v=1",
    ] {
      XCTAssertNotEqual(plain, try key(text, 360), text)
    }
    XCTAssertNotEqual(
      try key("https://example.com/p?a=1&b=2", 360), try key("https://example.com/p?b=2&a=1", 360))
  }

  func testARelativeURLIsTheSameKeyAsItsAbsoluteOne() throws {
    let base = try XCTUnwrap(URL(string: "https://example.com/feed/"))
    let relative = try XCTUnwrap(URL(string: "../p/7", relativeTo: base))
    let made = ImageKey(url: relative, maxPixelSize: 360)
    XCTAssertEqual(made, try key("https://example.com/p/7", 360))
    XCTAssertEqual(made.description, "/p/7 @360")
  }

  func testAnySizeIsKept() throws {
    for size in [0, -1, .min, .max] {
      XCTAssertEqual(try key("https://example.com/p/7", size).maxPixelSize, size)
    }
  }

  func testDescriptionIsThatOfTimelines() throws {
    XCTAssertEqual(try key("https://example.com/p/7", 360).description, "/p/7 @360")
    XCTAssertEqual(try key("https://example.com/p/7?w=3&h=4", 9).description, "/p/7?w=3&h=4 @9")
    XCTAssertEqual(try key("https://example.com/a%20b", 9).description, "/a%20b @9")
    XCTAssertEqual(try key("https://example.com", 9).description, "/ @9")
  }

  /// A copy retains one object and carries one number.
  func testAKeyIsTwoWords() {
    XCTAssertEqual(MemoryLayout<ImageKey>.size, 2 * MemoryLayout<Int>.size)
  }

  func testEachOfManyKeysIsFoundByAFreshOne() throws {
    let sizes = [88, 360, 1170]
    var found: [ImageKey: Int] = [:]
    for photo in 0..<1_000 {
      for size in sizes { found[try key("https://example.com/p/\(photo)", size)] = photo }
    }
    XCTAssertEqual(found.count, 3_000)
    XCTAssertGreaterThan(Set(found.keys.map(\.hashValue)).count, 2_990)
    for photo in 0..<1_000 {
      let fresh = try key("https://example.com/p/\(photo)", 1)
      for size in sizes { XCTAssertEqual(found[fresh.resized(to: size)], photo) }
    }
  }

  private func key(_ text: String, _ size: Int) throws -> ImageKey {
    ImageKey(url: try XCTUnwrap(URL(string: text)), maxPixelSize: size)
  }
}
