import Foundation
import Simulation
import SimulatedPhone
import Vocabulary

extension TierCheck {
  private static let image = EncodedImage.photo("a", byteCount: 300)

  /// A disk with one entry, the name of the file that holds it, and how many bytes that has.
  private static func entry(
    _ disk: SimulatedDisk, _ make: TierMaker
  ) async -> (disk: SimulatedDisk, file: FileEntry)? {
    await make(disk, 1 << 20).insert(image, for: .photo("a"))
    let next = disk.relaunched(.everything)
    return next.files.first { next.contents(of: $0.name)?.range(of: image.data) != nil }
      .map { (next, $0) }
  }

  static let damaging = [
    program("one flipped bit is a miss, and the file goes") { simulation, make in
      guard let (disk, file) = await entry(SimulatedDisk(simulation, timing: .none), make) else {
        return ["No file holds the picture."]
      }
      var complaints: [String] = []
      for offset in 0..<file.byteCount {
        let damaged = disk.relaunched(.everything)
        damaged.flip(file.name, at: offset, bit: offset % 8)
        let tier = make(damaged, 1 << 20)
        let found = await tier.image(for: .photo("a"))
        complaints += expect(found == nil, "Served with byte \(offset) flipped.")
        complaints += expect(
          damaged.contents(of: file.name) == nil, "The file stays with byte \(offset) flipped.")
        await tier.insert(image, for: .photo("a"))
        complaints += expect(
          await tier.image(for: .photo("a")) == image, "Not kept after byte \(offset).")
      }
      return complaints
    },
    program("a file that is cut off is a miss, and goes") { simulation, make in
      guard let (disk, file) = await entry(SimulatedDisk(simulation, timing: .none), make) else {
        return ["No file holds the picture."]
      }
      var complaints: [String] = []
      for count in 0..<file.byteCount {
        let damaged = disk.relaunched(.everything)
        damaged.truncate(file.name, to: count)
        let found = await make(damaged, 1 << 20).image(for: .photo("a"))
        complaints += expect(found == nil, "Served when cut off after \(count) bytes.")
        complaints += expect(
          damaged.contents(of: file.name) == nil, "The file stays, cut off after \(count) bytes.")
      }
      return complaints
    },
    trials("the folder is emptied at any moment", [.emptied]) { disk, trial, make in
      let tier = make(disk, 1 << 20)
      for round in 1...3 {
        let name = "\(round)"
        await tier.insert(.photo(name, byteCount: 5000), for: .photo(name))
        for url in [URL.photo(name), .photo("1")] {
          if let found = await tier.image(for: url), found.byteCount != 5000 {
            trial.note("served \(found.byteCount) bytes")
          }
        }
      }
      await tier.insert(.photo("last", byteCount: 5000), for: .photo("last"))
      await tier.insert(.photo("last", byteCount: 6000), for: .photo("last"))
    } after: { disk, trial, make in
      let tier = make(disk, 1 << 20)
      let found = await tier.image(for: .photo("last"))
      await tier.insert(.photo("new", byteCount: 7000), for: .photo("new"))
      return trial.notes.filter { $0.hasPrefix("served") }
        + expect(found == nil || found?.byteCount == 6000, "An overwritten picture came back.")
        + expect(await tier.image(for: .photo("new")) != nil, "Nothing is kept any more.")
    },
    program("an emptied folder makes room again") { simulation, make in
      let disk = SimulatedDisk(simulation)
      let tier = make(disk, 150_000)
      for name in ["a", "b", "c"] {
        await tier.insert(.photo(name, byteCount: 40_000), for: .photo(name))
      }
      disk.empty()
      var found: [EncodedImage?] = []
      for name in ["a", "b", "c"] { found.append(await tier.image(for: .photo(name))) }
      for name in ["d", "e", "f"] {
        await tier.insert(.photo(name, byteCount: 40_000), for: .photo(name))
      }
      var isThere = true
      for name in ["d", "e", "f"] where await tier.image(for: .photo(name)) == nil {
        isThere = false
      }
      return expect(found == [nil, nil, nil], "What the system took is still served.")
        + expect(isThere, "What the system took still counts.")
    },
    program("without space it still answers and still evicts") { simulation, make in
      let disk = SimulatedDisk(simulation)
      let tier = make(disk, 1 << 20)
      for name in ["a", "b", "c", "d"] {
        await tier.insert(.photo(name, byteCount: 20_000), for: .photo(name))
      }
      disk.fill()
      let allocated = disk.allocatedByteCount
      var found: [Bool] = []
      for name in ["a", "d"] { found.append(await tier.image(for: .photo(name)) != nil) }
      await tier.insert(.photo("e", byteCount: 20_000), for: .photo("e"))
      await tier.insert(.photo("f", byteCount: 20_000), for: .photo("f"))
      let stillThere = await tier.image(for: .photo("d")) != nil
      let newcomer = await tier.image(for: .photo("f")) != nil
      await tier.remove(.photo("d"))
      let gone = await tier.image(for: .photo("d")) == nil
      return expect(found == [true, true], "It does not answer.")
        + expect(stillThere && gone, "It does not answer after an insert.")
        + expect(newcomer, "Nothing was evicted for the newcomer.")
        + expect(disk.allocatedByteCount <= allocated, "The full disk got fuller.")
    },
  ]
}
