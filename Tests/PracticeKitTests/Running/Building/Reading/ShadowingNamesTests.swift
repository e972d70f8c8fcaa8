import XCTest

@testable import PracticeKit

final class ShadowingNamesTests: XCTestCase {
  private let words: Set<String> = ["count", "max", "Task", "value"]

  func testWhatTakesThePlaceOfAnotherIsFound() {
    for (source, names) in [
      "extension Array { public var count: Int { 1 } }": ["count"],
      "public extension Array { var count: Int { 1 } }": ["count"],
      "package extension Array { func count() {} }": ["count"],
      "extension [Int] { public var count: Int { 1 } }": ["count"],
      "extension Own? { public var count: Int { 1 } }; struct Own {}": ["count"],
      "extension Swift.Array { public var count: Int { 1 } }; struct Array {}": ["count"],
      "enum Box { struct Array {} }; extension Array { public var count: Int { 1 } }": ["count"],
      "typealias List = Array; extension List { public var count: Int { 1 } }": ["count"],
      "enum Box { typealias L = Array<Int> }; extension Box.L { public var count: Int { 1 } }":
        ["count"],
      "#if false\nstruct X {}\n#else\ntypealias X = Array\n#endif\n"
        + "extension X { public var count: Int { 1 } }": ["count"],
      "extension Int: Mine { public static let a = { 1 }(), max = 3 }": ["max"],
      "extension Int { public static let (a, max) = (1, 2) }": ["max"],
      "extension Int { @inlinable public static var max: Int { 0 } }": ["max"],
      "public protocol Mine {}; extension Mine { public var count: Int { 1 } }": ["count"],
      "public extension Int { static func == (a: Int, b: Int) -> Bool { true } }": ["=="],
      "public func == (a: [Int], b: [Int]) -> Bool { true }": ["=="],
      "public func == <T>(a: T, b: T) -> Bool { true }": ["==<"],
      "extension Array { public subscript(i: Int) -> Element { first! } }": ["subscript"],
      "extension Task { public init(operation: () -> Void) {} }": ["init"],
      "public struct Task {}": ["Task"], "public typealias Task = Int": ["Task"],
      "public func max() {}": ["max"], "public let a = 1, max = 2": ["max"],
      "open class Task {}": ["Task"], "public final actor Task {}": ["Task"],
      "public typealias IntegerLiteralType = Mine": ["IntegerLiteralType"],
      "extension Array { func f() { }; public var `count`: Int { 1 } }": ["count"],
    ] {
      XCTAssertEqual(clashes(source), names, source)
    }
  }

  func testWhatIsOnesOwnIsNot() {
    for source in [
      "public struct Own { public var count: Int; public func max() {} }",
      "public actor Own {}; extension Own { public var count: Int { 1 } }",
      "public enum Own { public struct In {} }; extension Own.In { public var count: Int { 1 } }",
      "public enum Own {}; extension Own { public struct In {} }\n"
        + "extension Own.In { public func max() {} }",
      "public struct Own {}; extension Answer.Own { public var count: Int { 1 } }",
      "public struct Own {}; extension Own: Equatable { public static func == (a: Own, b: Own) "
        + "-> Bool { true } }",
      "extension Array { var count: Int { 1 }; func max() {}; static func == (a: Int, b: Int) {} }",
      "extension Array { public var second: Element? { nil } }", "struct Task {}",
      "public extension Array { internal var count: Int { 1 } }",
      "func f() { struct Task {}; let max = 1 }", "public func f(count: Int, max: Int) {}",
      "public let f = { let max = 1; return max }()", "public class Own { class func max() {} }",
      "public struct Own { public private(set) var count = 0; var `extension` = 1 }",
      "public func f() -> Int { value.init() }", "public enum Own { case count, max }",
    ] {
      XCTAssertEqual(clashes(source), [], source)
    }
  }

  private func clashes(_ source: String) -> [String] {
    ShadowingNames(in: SourceReader(source).tokens, of: "Answer").clashing(with: words)
      .map(\.name)
  }
}
