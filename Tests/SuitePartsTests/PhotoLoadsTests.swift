import Grading
import Simulation
import SuiteParts
import Vocabulary
import XCTest

final class PhotoLoadsTests: SuitePartsTestCase {
  func testCountsLoadsOfOneKeyAtOnce() {
    check { world in
      let loads = PhotoLoads(world)
      let tasks = [7, 7, 8].map { photo in Task { try await loads.run(Photo.key(photo)) } }
      try await world.untilQuiet()
      try world.expect("three loads run", loads.running, is: 3)
      loads.bytes.open()
      for task in tasks { _ = try await task.value }
      try world.expect("no load runs", loads.running, is: 0)
      try world.expect("two of one key", loads.mostAtOnce, is: 2)
      try world.expect("three in all", loads.started.count, is: 3)
    }
  }

  func testFailsThoseKeysOnly() {
    check { world in
      let loads = PhotoLoads(world, isOpen: true)
      loads.fail([Photo.key(7)])
      let (failing, other) = (
        Task { try await loads.run(Photo.key(7)) }, Task { try await loads.run(Photo.key(8)) }
      )
      try world.expect("the one fails", await failing.isWithoutConnection, is: true)
      try world.expect("the other does not", await other.shows(Photo.key(8)), is: true)
    }
  }

  func testStopsAtOnceUnlessItDecodes() {
    for isDeaf in [false, true] {
      check { world in
        let loads = PhotoLoads(world, isDeaf: isDeaf)
        loads.decode.close()
        let waiting = Task { try await loads.run(Photo.key(7)) }
        try await world.untilQuiet()
        waiting.cancel()
        try await world.untilQuiet()
        try world.expect("it has stopped", loads.running, is: 0)
        loads.bytes.open()
        let decoding = Task { try await loads.run(Photo.key(7)) }
        try await world.untilQuiet()
        decoding.cancel()
        try await world.untilQuiet()
        try world.expect("it goes on", loads.running, is: 1)
        loads.decode.open()
        let isShown = await decoding.shows(Photo.key(7))
        try world.expect("a deaf one brings its picture", isShown, is: isDeaf)
      }
    }
  }
}
