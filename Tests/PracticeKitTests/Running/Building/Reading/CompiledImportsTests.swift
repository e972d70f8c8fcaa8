import Foundation
import XCTest

@testable import PracticeKit

final class CompiledImportsTests: XCTestCase {
  private var products = URL(fileURLWithPath: "/")

  override func setUpWithError() throws {
    products = FileManager.default.temporaryDirectory.appending(path: "products-\(UUID())")
    try FileManager.default.createDirectory(
      at: products.appending(path: "Twice.build"), withIntermediateDirectories: true)
  }

  override func tearDownWithError() throws {
    try FileManager.default.removeItem(at: products)
  }

  func testTheCompilersListNamesTheModulesThatItRead() throws {
    let list = """
      /p/Twice.build/Twice.swift.o : /p/Exercises/Twice/Twice.swift \
      /p/Modules/Vocabulary.swiftmodule /p/Modules/Grading.swiftmodule \
      /usr/lib/swift/linux/Swift.swiftmodule/x86_64-unknown-linux-gnu.swiftmodule

      """
    try Data(list.utf8).write(to: products.appending(path: "Twice.build/Twice.d"))
    let modules = CompiledImports(of: "Twice", in: products).modules
    XCTAssertTrue(modules.isSuperset(of: ["Vocabulary", "Grading", "Swift"]))
    XCTAssertFalse(modules.contains("Twice"))
  }

  func testWithoutAListThereIsNothingToSay() {
    XCTAssertEqual(CompiledImports(of: "Thrice", in: products).modules, [])
  }
}
