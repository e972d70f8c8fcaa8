import Foundation

/// A built bundle of tests, and how to start it.
struct TestBundle: Hashable, Sendable {
  /// An executable on Linux, a folder on macOS.
  let url: URL

  /// The bundle at a place.
  init(at url: URL) {
    self.url = url
  }

  /// The one bundle in a folder of built products.
  init(in folder: URL) throws(GradingError) {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    let bundles = (names ?? []).filter { $0.hasSuffix(".xctest") }.sorted()
    guard bundles.count == 1 else { throw .noBundle(folder: folder.path) }
    url = folder.appending(path: bundles[0])
  }

  /// The program that runs some of its tests.
  ///
  /// - Parameter tests: `Module.Class/method`; all tests where empty.
  /// - Returns: The path of an executable and its arguments.
  func command(_ tests: [String]) -> (executable: String, arguments: [String]) {
    let list = tests.joined(separator: ",")
    #if os(macOS)
      let selection = tests.isEmpty ? [] : ["-XCTest", list]
      return ("/usr/bin/xcrun", ["xctest"] + selection + [url.path])
    #else
      return (url.path, tests.isEmpty ? [] : [list])
    #endif
  }
}
