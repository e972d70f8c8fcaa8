import Foundation
import Simulation
import SimulatedPhone
import Vocabulary

extension TierCheck {
  private static let budget = 150_000

  private static func store(
    _ name: String, _ version: String, _ tier: any EncodedImageStoring
  ) async {
    await tier.insert(.photo(version, byteCount: 40_000), for: .photo(name))
  }

  /// Whether each key is whole or absent, as one of the versions that it has had.
  private static func wholeOrAbsent(
    _ versions: [String: [String]], _ tier: any EncodedImageStoring
  ) async -> [String] {
    var complaints: [String] = []
    for name in versions.keys.sorted() {
      guard let found = await tier.image(for: .photo(name)) else { continue }
      let allowed = (versions[name] ?? []).map { EncodedImage.photo($0, byteCount: 40_000) }
      complaints += expect(allowed.contains(found), "\(name) is damaged.")
    }
    return complaints
  }

  private static func isSound(
    _ disk: SimulatedDisk, _ versions: [String: [String]], _ make: TierMaker
  ) async -> [String] {
    let tier = make(disk, budget)
    var complaints = await wholeOrAbsent(versions, tier)
    await store("new", "new", tier)
    let found = await tier.image(for: .photo("new"))
    complaints += expect(found?.byteCount == 40_000, "Nothing is kept any more.")
    let allocated = disk.allocatedByteCount
    return complaints
      + expect(allocated <= budget, "There are \(allocated) bytes on the disk.")
      + expect(
        disk.highestAllocatedByteCount <= budget + 45_056,
        "There were \(disk.highestAllocatedByteCount) bytes on the disk.")
  }

  static let ending = [
    trials("the app ends at each step of an insert") { disk, trial, make in
      let tier = make(disk, budget)
      await store("a", "a1", tier)
      if !disk.hasEnded { trial.note("stored a") }
    } after: { disk, trial, make in
      let found = await make(disk.relaunched(.everything), budget).image(for: .photo("a"))
      let isMissing = found == nil && trial.hasNoted("stored a")
      return await isSound(disk.relaunched(.everything), ["a": ["a1"]], make)
        + expect(!isMissing, "What was stored is gone.")
    },
    trials("the app ends at each step of an overwrite") { disk, make in
      let tier = make(disk, budget)
      for name in ["a", "b"] { await store(name, name + "1", tier) }
    } _: { disk, trial, make in
      let tier = make(disk, budget)
      await store("a", "a2", tier)
      if !disk.hasEnded { trial.note("stored a") }
    } after: { disk, trial, make in
      let tier = make(disk.relaunched(.everything), budget)
      let a = await tier.image(for: .photo("a"))
      let b = await tier.image(for: .photo("b"))
      let isOld = trial.hasNoted("stored a") && a != .photo("a2", byteCount: 40_000)
      return expect(!isOld, "The overwritten picture is there.")
        + expect(b == .photo("b1", byteCount: 40_000), "Another key is gone.")
        + (await isSound(disk.relaunched(.everything), ["a": ["a1", "a2"], "b": ["b1"]], make))
    },
    trials("the app ends at each step of a read") { disk, make in
      let tier = make(disk, budget)
      for name in ["a", "b"] { await store(name, name + "1", tier) }
    } _: { disk, _, make in
      let tier = make(disk, budget)
      for name in ["a", "b", "a"] { _ = await tier.image(for: .photo(name)) }
    } after: { disk, _, make in
      let tier = make(disk.relaunched(.everything), budget)
      var held = ""
      for name in ["a", "b"] where await tier.image(for: .photo(name)) != nil { held += name }
      return expect(held == "ab", "'\(held)' are left.")
        + (await isSound(disk.relaunched(.everything), ["a": ["a1"], "b": ["b1"]], make))
    },
    trials("the app ends at each step of an eviction") { disk, make in
      let tier = make(disk, budget)
      for name in ["a", "b", "c"] { await store(name, name + "1", tier) }
    } _: { disk, _, make in
      let tier = make(disk, budget)
      for name in ["d", "e"] { await store(name, name + "1", tier) }
    } after: { disk, _, make in
      let names = ["a", "b", "c", "d", "e"]
      let versions = Dictionary(uniqueKeysWithValues: names.map { ($0, [$0 + "1"]) })
      return await isSound(disk, versions, make)
    },
    trials("the app ends at each step of a removal") { disk, make in
      let tier = make(disk, budget)
      for name in ["a", "b"] { await store(name, name + "1", tier) }
    } _: { disk, trial, make in
      await make(disk, budget).remove(.photo("a"))
      if !disk.hasEnded { trial.note("removed a") }
    } after: { disk, trial, make in
      let a = await make(disk.relaunched(.everything), budget).image(for: .photo("a"))
      return expect(a == nil || !trial.hasNoted("removed a"), "What was removed is back.")
        + (await isSound(disk.relaunched(.everything), ["a": ["a1"], "b": ["b1"]], make))
    },
    trials("the disk is full at each step", [.full]) { disk, make in
      let tier = make(disk, budget)
      for name in ["a", "b"] { await store(name, name + "1", tier) }
    } _: { disk, _, make in
      let tier = make(disk, budget)
      _ = await tier.image(for: .photo("b"))
      for name in ["a", "c"] { await store(name, name + "2", tier) }
    } after: { disk, _, make in
      disk.setCapacity(nil)
      return await isSound(disk, ["a": ["a1", "a2"], "b": ["b1"], "c": ["c2"]], make)
    },
  ]
}
