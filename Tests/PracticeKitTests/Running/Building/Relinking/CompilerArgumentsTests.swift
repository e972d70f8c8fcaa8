import XCTest

@testable import PracticeKit

final class CompilerArgumentsTests: XCTestCase {
  func testDropsFlagsAndOptionsWithTheirValue() {
    var arguments = CompilerArguments([
      "swiftc", "-g", "-index-store-path", "/index", "-c", "-Xcc", "-g", "-o", "-g",
    ])
    arguments.drop(["-g", "-index-store-path"])
    XCTAssertEqual(arguments.words, ["swiftc", "-c", "-Xcc", "-g", "-o", "-g"])
  }

  func testSetsAnOptionThatIsThere() {
    var arguments = CompilerArguments(["swiftc", "-o", "/old", "-Xlinker", "-o"])
    arguments.set("-o", to: "/new")
    arguments.set("-emit-module-path", to: "/module")
    XCTAssertEqual(arguments.words, ["swiftc", "-o", "/new", "-Xlinker", "-o"])
    XCTAssertEqual(arguments.value(of: "-o"), "/new")
    XCTAssertNil(arguments.value(of: "-emit-module-path"))
  }

  func testNamesFilesInsteadOfAList() {
    var arguments = CompilerArguments(["swiftc", "-c", "@/sources", "-Onone"])
    arguments.replaceList(by: ["/a b.swift"])
    arguments.lookForModules(in: "/first")
    XCTAssertEqual(arguments.words, ["swiftc", "-I", "/first", "-c", "/a b.swift", "-Onone"])
  }

  func testAnOptionAtTheEndHasNoValue() {
    var arguments = CompilerArguments(["swiftc", "-o"])
    arguments.drop(["-c"])
    XCTAssertEqual(arguments.words, ["swiftc", "-o"])
    XCTAssertNil(arguments.value(of: "-o"))
  }
}
