import Foundation
import Simulation
import SimulatedPhone
import Vocabulary

extension TierCheck {
  private static let first = EncodedImage.photo("first", byteCount: 8000)
  private static let second = EncodedImage.photo("second", byteCount: 5000)

  static let hurrying = [
    program("a read before the flush gets the bytes") { simulation, make in
      let disk = SimulatedDisk(simulation)
      let tier = make(disk, 1 << 20)
      _ = await tier.image(for: .photo(0))
      let insert = simulation.start("insert") { await tier.insert(first, for: .photo(1)) }
      try await simulation.untilQuiet()
      let found = await tier.image(for: .photo(1))
      let flushes = disk.count(of: .flush)
      try await insert.value
      return expect(found == first, "The read came back without the bytes.")
        + expect(flushes == 0, "The read has waited for a flush.")
    },
    program("a removal during a store wins") { simulation, make in
      let disk = SimulatedDisk(simulation)
      var complaints: [String] = []
      for delay in 0..<14 {
        let launch = disk.relaunched(.everything)
        let tier = make(launch, 1 << 20)
        let insert = simulation.start("insert") { await tier.insert(first, for: .photo(1)) }
        try await simulation.clock.sleep(for: .microseconds(delay * 500 + 1))
        await tier.remove(.photo(1))
        let now = await tier.image(for: .photo(1))
        try await insert.value
        let later = await tier.image(for: .photo(1))
        let next = make(launch.relaunched(.everything), 1 << 20)
        let last = await next.image(for: .photo(1))
        complaints += expect(
          now == nil && later == nil && last == nil, "It came back, removed after \(delay) halves.")
      }
      return complaints
    },
    program("a store after a removal and after a store wins") { simulation, make in
      let disk = SimulatedDisk(simulation)
      let tier = make(disk, 1 << 20)
      await tier.insert(first, for: .photo(1))
      let tasks = [
        simulation.start("remove") { await tier.remove(.photo(1)) },
        simulation.start("first") { await tier.insert(first, for: .photo(2)) },
      ]
      try await simulation.untilQuiet()
      await tier.insert(second, for: .photo(1))
      await tier.insert(second, for: .photo(2))
      for task in tasks { try await task.value }
      let next = make(disk.relaunched(.nothing), 1 << 20)
      let found = await [next.image(for: .photo(1)), next.image(for: .photo(2))]
      return expect(found == [second, second], "Found \(found.map { $0?.byteCount }).")
    },
    program("callers at once each get what is theirs") { simulation, make in
      let disk = SimulatedDisk(simulation)
      let tier = make(disk, 400_000)
      let wrong = await withTaskGroup(of: Int.self) { group in
        for number in 0..<60 {
          let name = "\(number % 20)"
          group.addTask {
            if number.isMultiple(of: 3) {
              await tier.insert(.photo(name, byteCount: 20_000), for: .photo(name))
            }
            if number.isMultiple(of: 7) { await tier.remove(.photo(name)) }
            let found = await tier.image(for: .photo(name))
            return found == nil || found == .photo(name, byteCount: 20_000) ? 0 : 1
          }
        }
        return await group.reduce(0, +)
      }
      let allocated = disk.highestAllocatedByteCount
      return expect(wrong == 0, "\(wrong) got another picture.")
        + expect(allocated <= 400_000 + 20_480, "There were \(allocated) bytes on the disk.")
    },
    program("a caller that is cancelled interrupts nothing") { simulation, make in
      let disk = SimulatedDisk(simulation)
      let tier = make(disk, 1 << 20)
      let insert = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        await tier.insert(first, for: .photo(1))
        return await tier.image(for: .photo(1))
      }
      let found = await insert.value
      let next = make(disk.relaunched(.nothing), 1 << 20)
      return expect(found == first, "The cancelled caller reads nothing.")
        + expect(await next.image(for: .photo(1)) == first, "The insert was not finished.")
    },
  ]
}
