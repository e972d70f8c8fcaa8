import Grading
import Simulation
import SuiteParts
import XCTest

final class WorkLogTests: SuitePartsTestCase {
  func testCountsWhatRunsSideBySide() {
    check { world in
      let (log, gate) = (WorkLog<Int>(), world.gate("work"))
      let tasks = [7, 7, 8].map { key in Task { try await log.run(key) { try await gate.pass() } } }
      try await world.untilQuiet()
      gate.open()
      for task in tasks { try await task.value }
      try await log.run(8) {}
      try world.expect("three at once", log.mostAtOnce, is: 3)
      try world.expect("two of one key", log.mostOfOneKey, is: 2)
      try world.expect("twice at the most", log.mostFinished, is: 2)
      try world.expect("two keys", log.keysFinished, is: 2)
    }
  }

  func testWhatIsCancelledDoesNotCount() {
    check { world in
      let (log, gate) = (WorkLog<Int>(), world.gate("work"))
      // Deaf to its cancellation.
      let first = Task { try await log.run(7) { await Task { try? await gate.pass() }.value } }
      try await world.untilQuiet()
      first.cancel()
      let second = Task { try await log.run(7) { try await gate.pass() } }
      try await world.untilQuiet()
      gate.open()
      _ = await first.result
      try await second.value
      try world.expect("one at a time", log.mostOfOneKey, is: 1)
    }
  }
}
