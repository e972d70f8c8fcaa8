import Foundation
import XCTest

@testable import PracticeKit

final class FolderSizeTests: XCTestCase {
  private var folder = URL(fileURLWithPath: "/")

  override func setUpWithError() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "size-\(UUID())")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "a/b"), withIntermediateDirectories: true)
  }

  override func tearDownWithError() throws {
    try FileManager.default.removeItem(at: folder)
  }

  func testFilesOfAllFoldersCount() throws {
    let before = FolderSize.bytes(of: folder.path, upTo: .max)
    for path in ["one", "a/two", "a/b/three"] {
      try Data(repeating: 1, count: 100_000).write(to: folder.appending(path: path))
    }
    XCTAssertGreaterThanOrEqual(FolderSize.bytes(of: folder.path, upTo: .max) - before, 300_000)
  }

  func testLinksAreNotFollowed() throws {
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "a/up"), withDestinationURL: folder)
    XCTAssertLessThan(FolderSize.bytes(of: folder.path, upTo: .max), 1_000_000)
  }

  func testTooManyEntriesAreTooMuch() throws {
    for number in 0..<10 { try Data().write(to: folder.appending(path: "a/b/\(number)")) }
    XCTAssertEqual(FolderSize.bytes(of: folder.path, upTo: .max, entries: 11), .max)
    XCTAssertLessThan(FolderSize.bytes(of: folder.path, upTo: .max, entries: 12), .max)
  }

  func testWhatDoesNotExistTakesNothing() {
    XCTAssertEqual(FolderSize.bytes(of: "/nowhere", upTo: .max), 0)
  }
}
