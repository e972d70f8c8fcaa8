import Foundation
import XCTest

@testable import PracticeKit

final class BuildRecipeTests: XCTestCase {
  private var scratch = URL(fileURLWithPath: "/")

  override func setUpWithError() throws {
    scratch = FileManager.default.temporaryDirectory.appending(path: "recipe-\(UUID())")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
  }

  override func tearDownWithError() throws {
    try FileManager.default.removeItem(at: scratch)
  }

  func testFindsTheCommandOfEachModuleAndOfTheBundle() throws {
    let recipe = try recipe(
      """
      commands:
        "/package/Cell.swift.o":
          tool: phony
        "C.Cell-x86_64-unknown-linux-gnu-debug.module":
          tool: shell
          inputs: ["/package/Cell.swift"]
          args: ["/usr/bin/swiftc","-module-name","Cell","-DNAME=\\"a b\\""]

        "C.CellTests-x86_64-unknown-linux-gnu-debug.module":
          tool: shell
          args: ["/usr/bin/swiftc","-module-name","CellTests"]

        "C.packageTests-x86_64-unknown-linux-gnu-debug.test":
          tool: shell
          args: ["/usr/bin/swiftc","-o","/package/packageTests.xctest"]
      """)
    XCTAssertEqual(
      recipe.compiling("Cell")?.words,
      ["/usr/bin/swiftc", "-module-name", "Cell", "-DNAME=\"a b\""])
    XCTAssertEqual(recipe.compiling("CellTests")?.words.last, "CellTests")
    XCTAssertEqual(recipe.linkingTests?.value(of: "-o"), "/package/packageTests.xctest")
    XCTAssertNil(recipe.compiling("Cel"))
    XCTAssertNil(recipe.compiling("package"))
  }

  func testIsOfNoUseWhereItLooksDifferent() throws {
    XCTAssertNil(BuildRecipe(in: scratch))
    let recipe = try recipe(
      """
        "C.Cell-x86_64-unknown-linux-gnu-debug.module":
          args: /usr/bin/swiftc -module-name Cell
        "C.oneTests-x86_64-unknown-linux-gnu-debug.test":
          args: ["/usr/bin/swiftc"]
        "C.otherTests-x86_64-unknown-linux-gnu-debug.test":
          args: ["/usr/bin/swiftc"]
      """)
    XCTAssertNil(recipe.compiling("Cell"))
    XCTAssertNil(recipe.linkingTests, "Which of the two is meant cannot be told.")
  }

  private func recipe(_ text: String) throws -> BuildRecipe {
    try Data(text.utf8).write(to: scratch.appending(path: "debug.yaml"))
    return try XCTUnwrap(BuildRecipe(in: scratch))
  }
}
