import Foundation
import Simulation
import SimulatedPhone
import Vocabulary

extension TierCheck {
  static let keeping = [
    program("survives a relaunch") { simulation, make in
      let disk = SimulatedDisk(simulation)
      let small = EncodedImage.photo("small", byteCount: 500)
      let large = EncodedImage.photo("large", byteCount: 100_000)
      let tier = make(disk, 1 << 20)
      await tier.insert(small, for: .photo("small"))
      await tier.insert(large, for: .photo("large"))
      // Not even the end of the phone may take what an insert has returned for.
      let next = make(disk.relaunched(.nothing), 1 << 20)
      let found = await [next.image(for: .photo("small")), next.image(for: .photo("large"))]
      return expect(found == [small, large], "Something is gone after the relaunch.")
        + expect(await next.image(for: .photo("other")) == nil, "Something came from nowhere.")
    },
    program("the last insert for a URL counts") { simulation, make in
      let disk = SimulatedDisk(simulation)
      var tier = make(disk, 1 << 20)
      let first = EncodedImage.photo("first", byteCount: 9000)
      let second = EncodedImage.photo("second", byteCount: 700)
      await tier.insert(first, for: .photo(1))
      await tier.insert(second, for: .photo(1))
      let now = await tier.image(for: .photo(1))
      tier = make(disk.relaunched(.nothing), 1 << 20)
      let later = await tier.image(for: .photo(1))
      return expect(now == second && later == second, "The first insert is still there.")
    },
    program("what is removed stays away") { simulation, make in
      let disk = SimulatedDisk(simulation)
      var tier = make(disk, 1 << 20)
      await tier.insert(.photo("a", byteCount: 5000), for: .photo(1))
      await tier.insert(.photo("b", byteCount: 5000), for: .photo(2))
      await tier.remove(.photo(1))
      await tier.remove(.photo(3))
      let now = await tier.image(for: .photo(1))
      tier = make(disk.relaunched(.nothing), 1 << 20)
      let later = await tier.image(for: .photo(1))
      return expect(now == nil && later == nil, "What was removed is there.")
        + expect(await tier.image(for: .photo(2)) != nil, "Something else is gone.")
    },
    program("an empty body is not kept, and the former one goes") { simulation, make in
      let disk = SimulatedDisk(simulation)
      var tier = make(disk, 1 << 20)
      await tier.insert(.photo("a", byteCount: 5000), for: .photo(1))
      await tier.insert(EncodedImage(Data()), for: .photo(1))
      await tier.insert(EncodedImage(Data()), for: .photo(2))
      var found = await [tier.image(for: .photo(1)), tier.image(for: .photo(2))]
      tier = make(disk.relaunched(.everything), 1 << 20)
      found += await [tier.image(for: .photo(1)), tier.image(for: .photo(2))]
      return expect(found == [nil, nil, nil, nil], "Found \(found.map { $0?.byteCount }).")
    },
    program("a body over the budget is not kept and evicts nothing") { simulation, make in
      let disk = SimulatedDisk(simulation)
      let tier = make(disk, 200_000)
      await tier.insert(.photo("a", byteCount: 50_000), for: .photo(1))
      await tier.insert(.photo("b", byteCount: 50_000), for: .photo(2))
      await tier.insert(.photo("c", byteCount: 200_001), for: .photo(2))
      return expect(await tier.image(for: .photo(1)) != nil, "The large body evicted another.")
        + expect(await tier.image(for: .photo(2)) == nil, "The body it replaces is still served.")
        + expect(disk.allocatedByteCount < 100_000, "The large body is on the disk.")
    },
  ]
}
