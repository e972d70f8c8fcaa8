import DiskTierSolution
import Foundation
import Simulation
import SimulatedPhone
import Vocabulary
import XCTest

/// The order of use of the reference: a journal beside the entries.
final class DiskTierJournalTests: XCTestCase {
  private static let lineLength = 24
  /// Holds three pictures of 40,000 bytes, and not four.
  private static let roomForThree = 150_000

  private static func insert(_ names: String, _ tier: DiskTier) async {
    for name in names {
      await tier.insert(.photo("\(name)", byteCount: 40_000), for: .photo(name))
    }
  }

  private static func read(_ names: String, _ tier: DiskTier) async {
    for name in names { _ = await tier.image(for: .photo(name)) }
  }

  /// The order in which a, b and c would go, found out on copies of the disk.
  private static func order(_ disk: SimulatedDisk) async -> String {
    var order = ""
    for newcomers in ["d", "de", "def"] {
      let copy = disk.relaunched(.everything)
      let tier = DiskTier(files: copy, budget: roomForThree)
      await insert(newcomers, tier)
      for name in "abc" where await tier.image(for: .photo(name)) == nil {
        if !order.contains(name) { order.append(name) }
      }
    }
    return order
  }

  private static func lineCount(_ disk: SimulatedDisk) -> Int {
    (disk.contents(of: "journal")?.count ?? 0) / lineLength
  }

  func testItsLengthStaysWithinAConstantOfTheEntries() throws {
    let simulation = Simulation()
    let disk = SimulatedDisk(simulation, timing: .none)
    let run = simulation.run {
      let tier = DiskTier(files: disk, budget: Self.roomForThree)
      await Self.insert("abc", tier)
      var longest = 0
      for round in 0..<500 {
        await Self.read(["abc", "b", "ca"][round % 3], tier)
        longest = max(longest, Self.lineCount(disk))
      }
      await tier.removeAll()
      await tier.insert(.photo("x", byteCount: 10), for: .photo("x"))
      return (longest, Self.lineCount(disk))
    }
    let (longest, last) = try run.get()
    XCTAssertLessThanOrEqual(longest, 64 + 2 * 3 + 1)
    XCTAssertGreaterThan(longest, 60)
    XCTAssertEqual(last, 1)
  }

  func testItsLengthFollowsTheEntriesInAChurn() throws {
    let simulation = Simulation()
    let disk = SimulatedDisk(simulation, timing: .none)
    let run = simulation.run {
      let tier = DiskTier(files: disk, budget: 100 * 4096)
      for number in 0..<1500 {
        await tier.insert(.photo("\(number)", byteCount: 300), for: .photo(number))
        _ = await tier.image(for: .photo(number * 7919 % (number + 1)))
        let entries = disk.files.count { $0.name.hasSuffix(".image") }
        guard Self.lineCount(disk) <= 64 + 2 * entries + 2 else { return number }
      }
      return -1
    }
    XCTAssertEqual(try run.get(), -1)
  }

  /// Only b and c are used, for so long that the journal is rewritten on the way: a goes first,
  /// wherever the app ends.
  func testTheAppEndsAtEachStepOfItsRewriting() {
    let report = DiskTrials().run { disk, _ in
      let tier = DiskTier(files: disk, budget: Self.roomForThree)
      await Self.insert("abc", tier)
      for _ in 0..<16 { await Self.read("abcc", tier) }
    } _: { disk, _ in
      let tier = DiskTier(files: disk, budget: Self.roomForThree)
      await Self.read("bcbcbcbc", tier)
    } after: { disk, _ in
      let order = await Self.order(disk)
      let tier = DiskTier(files: disk.relaunched(.everything), budget: Self.roomForThree)
      var held = ""
      for name in "abc" where await tier.image(for: .photo(name)) != nil { held.append(name) }
      return (order.hasPrefix("a") ? [] : ["They would go in the order '\(order)'."])
        + (held == "abc" ? [] : ["Only '\(held)' are left."])
    }
    XCTAssertTrue(report.isSound, "\(report)")
    let renames = report.steps.filter { $0.operation == .rename("journal.tmp", to: "journal") }
    XCTAssertEqual(renames.count, 1, "The scenario rewrites nothing.")
  }

  func testADamagedByteSpoilsTheOrderOfOneEntry() throws {
    let simulation = Simulation()
    let run = simulation.run { () async -> [String] in
      let disk = SimulatedDisk(simulation, timing: .none)
      await Self.insert("abc", DiskTier(files: disk, budget: Self.roomForThree))
      let length = disk.contents(of: "journal")?.count ?? 0
      var complaints = length > 60 ? [] : ["The journal has \(length) bytes."]
      for offset in 0..<length {
        for bit in [0, 3, 7] {
          let damaged = disk.relaunched(.everything)
          damaged.flip("journal", at: offset, bit: bit)
          let order = await Self.order(damaged)
          if !["abc", "bac", "cab"].contains(order) {
            complaints.append("Byte \(offset), bit \(bit): '\(order)'.")
          }
        }
      }
      return complaints
    }
    XCTAssertEqual(try run.get(), [])
  }

  func testATornEndSpoilsNothingThatComesAfterIt() throws {
    let simulation = Simulation()
    let run = simulation.run { () async -> [String] in
      let disk = SimulatedDisk(simulation, timing: .none)
      await Self.insert("abc", DiskTier(files: disk, budget: Self.roomForThree))
      let length = disk.contents(of: "journal")?.count ?? 0
      var complaints: [String] = []
      for count in (length - Self.lineLength)..<length {
        let torn = disk.relaunched(.everything)
        torn.truncate("journal", to: count)
        await Self.read("a", DiskTier(files: torn, budget: Self.roomForThree))
        let order = await Self.order(torn)
        if order != "cba", order != "bca" { complaints.append("\(count): '\(order)'.") }
      }
      return complaints
    }
    XCTAssertEqual(try run.get(), [])
  }

  func testAJournalThatIsLostLosesTheOrderAlone() throws {
    let simulation = Simulation()
    let run = simulation.run {
      let disk = SimulatedDisk(simulation)
      await Self.insert("abc", DiskTier(files: disk, budget: Self.roomForThree))
      let next = disk.relaunched(.everything)
      next.place(Data((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 37) }), as: "journal")
      let tier = DiskTier(files: next, budget: Self.roomForThree)
      var held = ""
      for name in "abc" where await tier.image(for: .photo(name)) != nil { held.append(name) }
      return held + (await Self.order(next))
    }
    XCTAssertEqual(try run.get(), "abcabc")
  }

  func testFlushMakesTheOrderSafeFromTheEndOfThePhone() throws {
    let simulation = Simulation()
    let run = simulation.run {
      let disk = SimulatedDisk(simulation)
      let tier = DiskTier(files: disk, budget: Self.roomForThree)
      await Self.insert("abc", tier)
      await Self.read("ab", tier)
      await tier.flush()
      return await Self.order(disk.relaunched(.nothing))
    }
    XCTAssertEqual(try run.get(), "cab")
  }

  func testAReadDoesNotWaitForAWriteAndItsUseIsWrittenAllTheSame() throws {
    let simulation = Simulation()
    let disk = SimulatedDisk(simulation)
    let run = simulation.run {
      let tier = DiskTier(files: disk, budget: Self.roomForThree)
      await Self.insert("abc", tier)
      let insert = simulation.start("insert") { await Self.insert("d", tier) }
      try await simulation.clock.sleep(for: .milliseconds(1))
      let start = simulation.clock.now
      await Self.read("c", tier)
      let duration = start.duration(to: simulation.clock.now)
      try await insert.value
      return (duration, await Self.order(disk))
    }
    let (duration, order) = try run.get()
    XCTAssertLessThan(duration, .milliseconds(1))
    XCTAssertEqual(order.last, "c")
  }
}
