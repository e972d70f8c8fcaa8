import Foundation
import XCTest

@testable import PracticeKit

final class OutputFileMapTests: XCTestCase {
  func testMovesObjectsAndLeavesOutWhatOnlyLaterBuildsRead() throws {
    let text = """
      {
        "": {"swift-dependencies": "/build/Cell.build/primary.swiftdeps"},
        "/package/Cell.swift": {
          "dependencies": "/build/Cell.build/Cell.d",
          "diagnostics": "/build/Cell.build/Cell.dia",
          "object": "/build/Cell.build/Cell.swift.o"
        }
      }
      """
    let file = FileManager.default.temporaryDirectory.appending(path: "map-\(UUID()).json")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let map = try XCTUnwrap(OutputFileMap(at: file.path))
    XCTAssertEqual(map.objects, ["/build/Cell.build/Cell.swift.o"])
    let moved = map.moved(from: "/build/Cell.build", to: "/elsewhere")
    XCTAssertEqual(
      moved.entries["/package/Cell.swift"],
      ["object": "/elsewhere/Cell.swift.o", "dependencies": "/elsewhere/Cell.d"])
    let copy = try JSONDecoder().decode(OutputFileMap.self, from: JSONEncoder().encode(moved))
    XCTAssertEqual(copy, moved)
  }

  func testIsOfNoUseWhereItCannotBeRead() {
    XCTAssertNil(OutputFileMap(at: "/no/such/file"))
  }
}
