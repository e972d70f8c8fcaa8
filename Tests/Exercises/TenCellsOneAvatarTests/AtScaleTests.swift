import Grading
import GradingXCTest
import Simulation
import SuiteParts
import TenCellsOneAvatar
import Vocabulary

/// The promises of *Ten cells, one avatar* on many keys.
final class AtScaleTests: GradedTestCase {
  func testLinear() throws {
    try grade(
      Check("linear", "the cost of many keys is linear in their number", .staff),
      Lesson(
        trap: "Searched from the front",
        "each caller looks at all that is in flight before its own",
        say: "Look-up, entry and removal take constant time, however much is in flight."),
      seeds: 0
    ) { world in
      let shown = Tally()
      let growth = try await Growth.measured(from: 300, by: 8) { count in
        let gate = world.gate("bytes")
        let loader = AvatarLoader { key in
          try await gate.pass()
          return Photo.picture(of: key)
        }
        let cells = (0..<count).map { cell in
          Task {
            _ = try await loader.image(for: Photo.key(cell))
            shown.note()
          }
        }
        try await world.untilQuiet()
        gate.open()
        for cell in cells { _ = await cell.result }
      }
      try world.expect("all keys are loaded", shown.count, is: 3 * 9 * 300)
      try world.expect(
        "eight times as many keys cost about eight times as much", growth < 24,
        got: "they cost \(Int(growth.rounded())) times as much")
    }
  }
}
