import Foundation
import Simulation
import SimulatedPhone
import Vocabulary
import XCTest

/// What befalls the files from outside, and the end of room.
final class DiskDamageTests: XCTestCase {
  func testBytesAtRestChangeAndAreReadAsTheyAre() throws {
    let simulation = Simulation()
    let disk = SimulatedDisk(simulation)
    disk.place(Data("abcd"), as: "a")
    XCTAssertTrue(disk.flip("a", at: 1, bit: 1))
    XCTAssertEqual(try simulation.run { try await disk.read("a").text }.get(), "a`cd")
    XCTAssertFalse(disk.flip("a", at: 4))
    XCTAssertFalse(disk.flip("a", at: -1))
    XCTAssertFalse(disk.flip("a", at: 0, bit: 8))
    XCTAssertFalse(disk.flip("b", at: 0))
  }

  func testTailsAreCutOffAndFilesAreLost() {
    let disk = SimulatedDisk(Simulation())
    XCTAssertTrue(disk.place(Data("abcd"), as: "a"))
    XCTAssertTrue(disk.truncate("a", to: 3))
    XCTAssertFalse(disk.truncate("a", to: 3))
    XCTAssertFalse(disk.truncate("a", to: -1))
    XCTAssertEqual(disk.contents(of: "a")?.text, "abc")
    XCTAssertEqual(disk.safeByteCount(of: "a"), 3)
    XCTAssertTrue(disk.lose("a"))
    XCTAssertFalse(disk.lose("a"))
    XCTAssertFalse(disk.place(Data(), as: "a/b"))
    XCTAssertEqual(disk.allocatedByteCount, 0)
  }

  func testSmallFilesTakeABlockAndEmptyOnesNone() throws {
    let simulation = Simulation()
    let disk = SimulatedDisk(simulation)
    try simulation.run {
      try await disk.write(Data(count: 1), to: "a")
      try await disk.write(Data(count: 4096), to: "b")
      try await disk.write(Data(count: 4097), to: "c")
      try await disk.write(Data(), to: "d")
    }.get()
    XCTAssertEqual(disk.allocatedByteCount, 4 * 4096)
    XCTAssertEqual(disk.highestAllocatedByteCount, 4 * 4096)
  }

  func testAFullDiskTakesAPrefixAndStillRemoves() throws {
    let simulation = Simulation()
    let disk = SimulatedDisk(simulation, capacity: 2 * 4096 + 1000)
    let run = simulation.run { () async throws -> [FileError?] in
      try await disk.write(Data(count: 4000), to: "a")
      var errors: [FileError?] = []
      do { try await disk.write(Data(count: 5000), to: "b") } catch {
        errors.append(error as? FileError)
      }
      // The rest of the last block of "a" is room of its own.
      try await disk.append(Data(count: 96), to: "a")
      do { try await disk.append(Data(count: 1), to: "a") } catch {
        errors.append(error as? FileError)
      }
      try await disk.rename("b", to: "c")
      try await disk.remove("c")
      try await disk.append(Data(count: 1), to: "a")
      return errors
    }
    XCTAssertEqual(try run.get(), [.noSpace, .noSpace])
    XCTAssertEqual(disk.files, [FileEntry(name: "a", byteCount: 4097)])
    XCTAssertEqual(disk.freeByteCount, 1000)
    XCTAssertEqual(disk.steps.filter { $0.failure == .noSpace }.map(\.number), [2, 4])
  }

  func testAFullDiskHoldsThePrefixOfTheNewContents() throws {
    let simulation = Simulation()
    let disk = SimulatedDisk(simulation, capacity: 4096)
    _ = simulation.run { try await disk.write(Data(repeating: 7, count: 5000), to: "b") }
    XCTAssertEqual(disk.contents(of: "b"), Data(repeating: 7, count: 4096))
  }

  func testTheFolderIsEmptiedAndTheDiskIsFilledAtAStep() throws {
    let simulation = Simulation()
    let disk = SimulatedDisk(simulation)
    disk.plan(DiskMishap(.emptied, atStep: 2))
    disk.plan(DiskMishap(.full, atStep: 4))
    let run = simulation.run { () async throws -> [FileError?] in
      var errors: [FileError?] = []
      try await disk.write(Data("abcd"), to: "a")
      do { try await disk.flush("a") } catch { errors.append(error as? FileError) }
      try await disk.write(Data("abcd"), to: "b")
      do { try await disk.write(Data("abcd"), to: "c") } catch {
        errors.append(error as? FileError)
      }
      disk.setCapacity(nil)
      try await disk.write(Data("abcd"), to: "c")
      return errors
    }
    XCTAssertEqual(try run.get(), [.notFound("a"), .noSpace])
    XCTAssertEqual(disk.files.map(\.name), ["b", "c"])
    XCTAssertFalse(disk.hasEnded)
  }

  func testWhereCapitalsDoNotCountTwoNamesAreOneFile() throws {
    for (foldsCase, expected) in [(false, ["A", "a"]), (true, ["a"])] {
      let simulation = Simulation()
      let disk = SimulatedDisk(simulation, foldsCase: foldsCase)
      try simulation.run {
        try await disk.write(Data("1"), to: "a")
        try await disk.write(Data("2"), to: "A")
      }.get()
      XCTAssertEqual(disk.files.map(\.name), expected)
      XCTAssertEqual(disk.contents(of: "A")?.text, "2")
    }
  }
}
