import Foundation
import XCTest

@testable import PracticeKit

final class CheckLockTests: XCTestCase {
  func testASecondCheckOfAPackageIsRefusedUntilTheFirstHasEnded() throws {
    let package = FileManager.default.temporaryDirectory.appending(path: "lock-\(UUID())")
    defer { try? FileManager.default.removeItem(at: package) }
    let first = try CheckLock(of: package)
    XCTAssertThrowsError(try CheckLock(of: package)) { error in
      XCTAssertEqual(error as? GradingError, .busy)
    }
    first.release()
    try CheckLock(of: package).release()
  }

  func testAFolderThatCannotBeMadeIsNamed() throws {
    let package = URL(fileURLWithPath: "/dev/null")
    XCTAssertThrowsError(try CheckLock(of: package)) { error in
      XCTAssertTrue("\(error)".contains("/dev/null/.practice/check"), "\(error)")
    }
  }
}
