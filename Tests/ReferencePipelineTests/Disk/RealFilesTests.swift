import Foundation
import Vocabulary
import XCTest

@testable import ReferencePipeline

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What only real files can do.
final class RealFilesTests: XCTestCase {
  private let folder = TemporaryFolder()

  override func tearDown() {
    folder.remove()
  }

  func testFilesOutliveTheirObject() async throws {
    try await RealFiles(folder.url).write(Data("abc".utf8), to: "a")
    let found = try await RealFiles(folder.url).read("a")
    XCTAssertEqual(found, Data("abc".utf8))
    XCTAssertEqual(FileManager.default.contents(atPath: folder.path("a")), found)
  }

  func testExclusiveFilesRefuseASecondOne() async throws {
    var first: RealFiles? = try RealFiles(folder.url, isExclusive: true)
    XCTAssertThrowsError(try RealFiles(folder.url, isExclusive: true)) { error in
      guard case .failed(let reason)? = error as? FileError else { return XCTFail("\(error)") }
      XCTAssertTrue(reason.contains("in use"), reason)
    }
    let other = TemporaryFolder()
    defer { other.remove() }
    _ = try RealFiles(other.url, isExclusive: true)
    try await first?.append(Data("abc".utf8), to: "a")
    let names = try await first?.list().map(\.name)
    XCTAssertEqual(names, ["a"], "the claim is no file")
    first = nil
    _ = try RealFiles(folder.url, isExclusive: true)
  }

  func testTheFolderMayGoAtAnyMoment() async throws {
    let files = try RealFiles(folder.url)
    try await files.write(Data("abc".utf8), to: "a")
    folder.remove()
    let list = try await files.list()
    XCTAssertEqual(list, [])
    for call in [files.flush, files.remove] {
      do {
        try await call("a")
        XCTFail("found in a folder that is gone")
      } catch {
        XCTAssertEqual(error as? FileError, .notFound("a"))
      }
    }
    try await files.append(Data("d".utf8), to: "a")
    let found = try await files.read("a")
    XCTAssertEqual(found, Data("d".utf8))
  }

  func testFoldersLinksAndPipesAreNoFiles() async throws {
    let files = try RealFiles(folder.url)
    try await files.write(Data("abc".utf8), to: "a")
    let outside = TemporaryFolder()
    defer { outside.remove() }
    try await RealFiles(outside.url).write(Data("secret".utf8), to: "b")
    try FileManager.default.createDirectory(
      atPath: folder.path("folder"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: outside.path("b"))
    XCTAssertEqual(mkfifo(folder.path("pipe"), 0o600), 0)

    let list = try await files.list()
    XCTAssertEqual(list, [FileEntry(name: "a", byteCount: 3)])
    for name in ["folder", "link", "pipe"] {
      do {
        _ = try await files.read(name)
        XCTFail("read \(name)")
      } catch {
        guard case .failed = error as? FileError else { return XCTFail("\(name): \(error)") }
      }
    }
    for name in ["folder", "link", "pipe"] {
      do {
        try await files.write(Data("x".utf8), to: name)
        XCTFail("wrote \(name)")
      } catch {
        guard case .failed = error as? FileError else { return XCTFail("\(name): \(error)") }
      }
    }
    XCTAssertEqual(
      FileManager.default.contents(atPath: outside.path("b")), Data("secret".utf8))
  }

  func testAFolderThatCannotBeMadeIsSaidAtOnce() throws {
    try FileManager.default.createDirectory(at: folder.url, withIntermediateDirectories: true)
    XCTAssertTrue(FileManager.default.createFile(atPath: folder.path("a"), contents: nil))
    XCTAssertThrowsError(try RealFiles(folder.url.appending(path: "a/b"))) { error in
      guard case .failed = error as? FileError else { return XCTFail("\(error)") }
    }
    let web = try XCTUnwrap(URL(string: "https://example.com/folder"))
    XCTAssertThrowsError(try RealFiles(web))
  }

  func testNumbersOfTheSystemBecomeErrors() {
    XCTAssertEqual(FileError(number: ENOSPC, opening: "a"), .noSpace)
    XCTAssertEqual(FileError(number: EDQUOT, opening: "a"), .noSpace)
    XCTAssertEqual(FileError(number: ENOENT, opening: "a"), .notFound("a"))
    guard case .failed(let reason) = FileError(number: EACCES, opening: "a") else {
      return XCTFail("not an error of the system's own")
    }
    XCTAssertTrue(reason.hasSuffix("at 'a'."), reason)
  }

  /// A device that is always full takes the place of a full disk, which needs rights to make.
  func testNoSpaceIsSaid() throws {
    guard FileManager.default.fileExists(atPath: "/dev/full") else {
      throw XCTSkip("There is no /dev/full here.")
    }
    let full = try XCTUnwrap(OpenFile("/dev/full", O_WRONLY, name: "full"))
    defer { full.close() }
    XCTAssertThrowsError(try full.writeAll(Data("abc".utf8))) {
      XCTAssertEqual($0 as? FileError, .noSpace)
    }
  }

  func testDescriptorsAreClosed() async throws {
    let files = try RealFiles(folder.url)
    for number in 0..<3000 {
      try await files.append(Data("abc".utf8), to: "a")
      if number % 10 == 0 { try await files.flush("a") }
      _ = try? await files.read("missing")
      _ = try await files.read("a")
    }
    let count = try await files.list().first?.byteCount
    XCTAssertEqual(count, 9000)
  }

  @MainActor
  func testNoWorkIsDoneOnTheMainThread() async throws {
    let files = try RealFiles(folder.url)
    // A call from the main actor leaves it free: this task runs while the calls wait.
    let ticks = Task { @MainActor in
      var count = 0
      while !Task.isCancelled {
        count += 1
        await Task.yield()
      }
      return count
    }
    for _ in 0..<20 {
      try await files.write(Data(count: 100_000), to: "a")
      try await files.flush("a")
    }
    ticks.cancel()
    let count = await ticks.value
    XCTAssertGreaterThan(count, 1)
  }
}
