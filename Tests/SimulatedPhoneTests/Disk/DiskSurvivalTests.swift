import Foundation
import Simulation
import SimulatedPhone
import Vocabulary
import XCTest

/// What the next launch finds, rule by rule.
final class DiskSurvivalTests: XCTestCase {
  /// What is left of "a" after `scenario`, for each way in which unflushed bytes can end.
  private func survivors(
    _ scenario: @escaping @Sendable (SimulatedDisk) async throws -> Void
  ) throws -> [String?] {
    try [DiskSurvival.nothing, .half, .everything].map { survival in
      let simulation = Simulation()
      let disk = SimulatedDisk(simulation)
      try simulation.run { try await scenario(disk) }.get()
      return disk.relaunched(survival).contents(of: "a")?.text
    }
  }

  func testUnflushedBytesSurviveInPart() throws {
    let found = try survivors { disk in try await disk.write(Data("abcd"), to: "a") }
    XCTAssertEqual(found, ["", "ab", "abcd"])
  }

  func testFlushedBytesSurvive() throws {
    let found = try survivors { disk in
      try await disk.write(Data("abcd"), to: "a")
      try await disk.flush("a")
    }
    XCTAssertEqual(found, ["abcd", "abcd", "abcd"])
  }

  func testAppendingEndangersTheTailAlone() throws {
    let found = try survivors { disk in
      try await disk.write(Data("abcd"), to: "a")
      try await disk.flush("a")
      try await disk.append(Data("efgh"), to: "a")
    }
    XCTAssertEqual(found, ["abcd", "abcdef", "abcdefgh"])
  }

  func testWritingGivesTheFormerContentsUpAtOnce() throws {
    let found = try survivors { disk in
      try await disk.write(Data("abcd"), to: "a")
      try await disk.flush("a")
      try await disk.write(Data("xy"), to: "a")
    }
    XCTAssertEqual(found, ["", "x", "xy"])
  }

  func testARenameFlushesNothingAndReplacesAtOnce() throws {
    let found = try survivors { disk in
      try await disk.write(Data("old"), to: "a")
      try await disk.flush("a")
      try await disk.write(Data("new!"), to: "b")
      try await disk.rename("b", to: "a")
    }
    XCTAssertEqual(found, ["", "ne", "new!"])
  }

  func testARemovalIsSafeWhenItReturns() throws {
    let found = try survivors { disk in
      try await disk.write(Data("abcd"), to: "a")
      try await disk.flush("a")
      try await disk.remove("a")
    }
    XCTAssertEqual(found, [nil, nil, nil])
  }

  func testSeedsReachEveryPrefixAndRepeat() throws {
    let simulation = Simulation()
    let disk = SimulatedDisk(simulation)
    try simulation.run { try await disk.write(Data("abcd"), to: "a") }.get()
    let found = (0..<200).map { disk.relaunched(.random($0)).contents(of: "a")?.text }
    let again = (0..<200).map { disk.relaunched(.random($0)).contents(of: "a")?.text }
    XCTAssertEqual(Set(found), ["", "a", "ab", "abc", "abcd"])
    XCTAssertEqual(found, again)
  }

  func testTheNextLaunchGoesOnFromThere() throws {
    let simulation = Simulation()
    let run = simulation.run {
      let disk = SimulatedDisk(simulation)
      try await disk.write(Data("abcd"), to: "a")
      let next = disk.relaunched(.half)
      try await next.append(Data("!"), to: "a")
      try await next.flush("a")
      return next.relaunched(.nothing)
    }
    let last = try run.get()
    XCTAssertEqual(last.contents(of: "a")?.text, "ab!")
    XCTAssertEqual(last.stepCount, 0)
    XCTAssertEqual(last.allocatedByteCount, 4096)
  }
}
