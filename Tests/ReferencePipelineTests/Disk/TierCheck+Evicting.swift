import Foundation
import Simulation
import SimulatedPhone
import Vocabulary

extension TierCheck {
  /// Holds three pictures of 40,000 bytes, and not four.
  private static let roomForThree = 150_000

  private static func insert(
    _ names: [String], _ tier: any EncodedImageStoring, byteCount: Int = 40_000
  ) async {
    for name in names {
      await tier.insert(.photo(name, byteCount: byteCount), for: .photo(name))
    }
  }

  /// Which of the pictures are there, looked up in an order that does no harm.
  private static func held(_ names: [String], _ tier: any EncodedImageStoring) async -> String {
    var held = ""
    for name in names where await tier.image(for: .photo(name)) != nil { held += name }
    return held
  }

  static let evicting = [
    program("what was used least recently goes first") { simulation, make in
      let tier = make(SimulatedDisk(simulation), roomForThree)
      await insert(["a", "b", "c"], tier)
      _ = await tier.image(for: .photo("a"))
      await insert(["d"], tier)
      let found = await held(["a", "b", "c", "d"], tier)
      return expect(found == "acd", "After a was read and d came, '\(found)' were left.")
    },
    program("the order of use outlasts a relaunch") { simulation, make in
      let disk = SimulatedDisk(simulation)
      let tier = make(disk, roomForThree)
      await insert(["a", "b", "c"], tier)
      _ = await tier.image(for: .photo("a"))
      let next = make(disk.relaunched(.everything), roomForThree)
      await insert(["d"], next)
      let found = await held(["a", "b", "c", "d"], next)
      return expect(found == "acd", "After a was read, relaunch and d, '\(found)' were left.")
    },
    program("overwriting counts as a use") { simulation, make in
      let tier = make(SimulatedDisk(simulation), roomForThree)
      await insert(["a", "b", "c"], tier)
      await insert(["a", "d"], tier)
      let found = await held(["a", "b", "c", "d"], tier)
      return expect(found == "acd", "After a and d were written, '\(found)' were left.")
    },
    program("an overwrite needs no more room than it takes") { simulation, make in
      let tier = make(SimulatedDisk(simulation), roomForThree)
      await insert(["a", "b", "c", "c", "b"], tier)
      let found = await held(["a", "b", "c"], tier)
      return expect(found == "abc", "After c and b were written again, '\(found)' were left.")
    },
    program("the budget holds after every insert, and nearly so meanwhile") { simulation, make in
      let disk = SimulatedDisk(simulation)
      let budget = 40 * 4096
      let tier = make(disk, budget)
      var complaints: [String] = []
      for number in 0..<80 {
        let byteCount = 1000 + number * 7919 % 20_000
        await tier.insert(.photo("\(number)", byteCount: byteCount), for: .photo(number % 50))
        complaints += expect(
          disk.allocatedByteCount <= budget,
          "After insert \(number) there are \(disk.allocatedByteCount) bytes on the disk.")
      }
      let highest = disk.highestAllocatedByteCount
      return complaints
        + expect(highest <= budget + 6 * 4096, "On the way there were \(highest) bytes.")
        + expect(await tier.image(for: .photo(79 % 50)) != nil, "The newcomer itself is gone.")
        + expect(disk.allocatedByteCount > budget / 2, "Less than half of the budget is used.")
    },
    program("small files cost their blocks") { simulation, make in
      let disk = SimulatedDisk(simulation)
      let budget = 50 * 4096
      let tier = make(disk, budget)
      for number in 0..<200 { await insert(["\(number)"], tier, byteCount: 500) }
      for number in 150..<200 { _ = await tier.image(for: .photo(number)) }
      let allocated = disk.highestAllocatedByteCount
      return expect(allocated <= budget + 4096, "There were \(allocated) bytes on the disk.")
        + expect(disk.files.count > 25, "Only \(disk.files.count) files are left.")
    },
    program("a lower budget holds from the next launch on") { simulation, make in
      let disk = SimulatedDisk(simulation)
      await insert(["a", "b", "c"], make(disk, roomForThree))
      let next = disk.relaunched(.everything)
      let tier = make(next, 100_000)
      let found = await tier.image(for: .photo("c"))
      return expect(found != nil, "The last used is gone.")
        + expect(next.allocatedByteCount <= 100_000, "\(next.allocatedByteCount) bytes are left.")
    },
  ]
}
