import DiskTierSolution
import Foundation
import ReferencePipeline
import Simulation
import SimulatedPhone
import Vocabulary
import XCTest

/// The reference and its folder, beyond what each disk tier must promise.
final class DiskTierFolderTests: XCTestCase {
  private static let image = EncodedImage.photo("a", byteCount: 5000)

  /// Steps are counted, since time is anybody's.
  func testOpeningTakesTwoStepsHoweverMuchThereIs() throws {
    for count in [10, 1000, 100_000] {
      let simulation = Simulation()
      let first = SimulatedDisk(simulation, timing: .none)
      let run = simulation.run {
        await DiskTier(files: first, budget: 1 << 30).insert(Self.image, for: .photo("a"))
        let disk = first.relaunched(.everything)
        var journal = disk.contents(of: "journal") ?? Data()
        for number in 0..<count {
          let name = String(UInt64(number) &* 0x9E37_79B9_7F4A_7C15, radix: 16) + ".image"
          disk.place(Data(count: 100), as: name)
          journal.append(Data("\n\(name)\n".utf8))
        }
        disk.place(journal, as: "journal")
        let found = await DiskTier(files: disk, budget: 1 << 30).image(for: .photo("a"))
        return (found, disk.steps.map(\.operation.kind))
      }
      let (found, steps) = try run.get()
      XCTAssertEqual(found, Self.image)
      XCTAssertEqual(steps, [.list, .read, .read, .append], "\(count) entries")
    }
  }

  func testAMissTouchesNoFile() throws {
    let simulation = Simulation()
    let disk = SimulatedDisk(simulation)
    let run = simulation.run {
      let tier = DiskTier(files: disk, budget: 1 << 20)
      for number in 0..<50 { _ = await tier.image(for: .photo(number)) }
    }
    try run.get()
    XCTAssertEqual(disk.steps.map(\.operation), [.list, .read("journal")])
  }

  func testLocalFilesAreNotCopied() throws {
    let simulation = Simulation()
    let disk = SimulatedDisk(simulation)
    let url = URL(filePath: "/photos/a.jpg")
    let run = simulation.run {
      let tier = DiskTier(files: disk, budget: 1 << 20)
      await tier.insert(Self.image, for: url)
      return await tier.image(for: url)
    }
    XCTAssertNil(try run.get())
    XCTAssertEqual(disk.allocatedByteCount, 0)
  }

  func testRemoveAllLeavesNothingEvenWithoutAFlush() throws {
    let simulation = Simulation()
    let disk = SimulatedDisk(simulation)
    let run = simulation.run {
      let tier = DiskTier(files: disk, budget: 1 << 20)
      for number in 0..<20 { await tier.insert(Self.image, for: .photo(number)) }
      let reader = simulation.start("reader") { await tier.image(for: .photo(7)) }
      try await simulation.clock.sleep(for: .microseconds(60))
      await tier.removeAll()
      let late = try await reader.value
      let after = await tier.image(for: .photo(7))
      let left = disk.relaunched(.nothing).files
      return (late, after, left)
    }
    let (late, after, left) = try run.get()
    XCTAssertTrue(late == nil || late == Self.image)
    XCTAssertNil(after)
    XCTAssertEqual(left, [])
  }

  func testAWriteAfterRemoveAllSurvives() throws {
    let simulation = Simulation()
    let disk = SimulatedDisk(simulation)
    let run = simulation.run {
      let tier = DiskTier(files: disk, budget: 1 << 20)
      await tier.insert(.photo("old", byteCount: 7000), for: .photo(1))
      let removal = simulation.start("removal") { await tier.removeAll() }
      try await simulation.untilQuiet()
      await tier.insert(Self.image, for: .photo(1))
      try await removal.value
      return await DiskTier(files: disk.relaunched(.nothing), budget: 1 << 20)
        .image(for: .photo(1))
    }
    XCTAssertEqual(try run.get(), Self.image)
  }

  func testEachKindOfCallMayFailAndNothingHangsOrIsWrong() throws {
    for kind in DiskOperation.Kind.allCases {
      let simulation = Simulation()
      let files = StubbornFiles(SimulatedDisk(simulation), failing: [kind])
      let run = simulation.run {
        let tier = DiskTier(files: files, budget: 60_000)
        var wrong = 0
        for round in 0..<60 {
          let name = "\(round % 13)"
          let image = EncodedImage.photo(name, byteCount: 5000)
          if round % 3 != 2 { await tier.insert(image, for: .photo(name)) }
          let found = await tier.image(for: .photo(name))
          if found != nil, found != image { wrong += 1 }
          if round % 11 == 10 { await tier.remove(.photo(name)) }
        }
        files.fail([])
        await tier.insert(Self.image, for: .photo("a"))
        return (wrong, await tier.image(for: .photo("a")))
      }
      let (wrong, found) = try run.get()
      XCTAssertEqual(wrong, 0, "\(kind)")
      XCTAssertEqual(found, Self.image, "\(kind)")
      XCTAssertTrue(run.leftovers.isEmpty, "\(kind)")
    }
  }

  /// While the phone is locked, protected files cannot be read. They are no damage.
  func testWhatCannotBeReadNowStays() throws {
    let simulation = Simulation()
    let files = StubbornFiles(SimulatedDisk(simulation))
    let run = simulation.run {
      let tier = DiskTier(files: files, budget: 1 << 20)
      await tier.insert(Self.image, for: .photo("a"))
      files.fail([.read])
      let locked = await tier.image(for: .photo("a"))
      files.fail([])
      return (locked, await tier.image(for: .photo("a")))
    }
    let (locked, unlocked) = try run.get()
    XCTAssertNil(locked)
    XCTAssertEqual(unlocked, Self.image)
  }

  func testTwoTiersOnOneFolderServeNothingWrong() throws {
    for seed in UInt64(0)..<50 {
      let simulation = Simulation(schedule: .shuffled(seed))
      let disk = SimulatedDisk(simulation)
      let run = simulation.run {
        let tiers = (0..<2).map { _ in DiskTier(files: disk, budget: 100_000) }
        let wrong = await withTaskGroup(of: Int.self) { group in
          for number in 0..<40 {
            group.addTask {
              let name = "\(number % 9)"
              let image = EncodedImage.photo(name, byteCount: 9000)
              await tiers[number % 2].insert(image, for: .photo(name))
              let found = await tiers[(number / 3) % 2].image(for: .photo(name))
              return found == nil || found == image ? 0 : 1
            }
          }
          return await group.reduce(0, +)
        }
        let next = disk.relaunched(.everything)
        _ = await DiskTier(files: next, budget: 100_000).image(for: .photo(0))
        return (wrong, next.allocatedByteCount)
      }
      let (wrong, allocated) = try run.get()
      XCTAssertEqual(wrong, 0, "seed \(seed)")
      XCTAssertLessThanOrEqual(allocated, 100_000, "seed \(seed)")
    }
  }

  func testItWorksOnRealFiles() async throws {
    let folder = TemporaryFolder()
    defer { folder.remove() }
    let tier = DiskTier(files: try RealFiles(folder.url), budget: 100_000)
    for number in 0..<30 {
      await tier.insert(.photo("\(number)", byteCount: 9000), for: .photo(number))
    }
    let next = DiskTier(files: try RealFiles(folder.url), budget: 100_000)
    let found = await [next.image(for: .photo(0)), next.image(for: .photo(29))]
    XCTAssertEqual(found, [nil, .photo("29", byteCount: 9000)])

    folder.remove()
    let gone = await next.image(for: .photo(29))
    await next.insert(Self.image, for: .photo("a"))
    let again = await next.image(for: .photo("a"))
    XCTAssertNil(gone)
    XCTAssertEqual(again, Self.image)
  }
}
