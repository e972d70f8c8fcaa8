import Grading
import GradingXCTest
import ReferencePipeline
import Simulation
import SimulatedPhone
import Synchronization
import TwoGBPhone
import Vocabulary

/// The promises of *It crashes only on 2 GB phones* on decodes side by side.
///
/// They run through the gate of the pipeline, which asks the answer before it starts one.
final class DecodeTests: GradedTestCase {
  private static func gate(_ budgets: MemoryBudgets) -> DecodeGate {
    DecodeGate { budgets.admits($0, beside: $1) }
  }

  /// Decodes, 10 ms each, after a millisecond for each that came before.
  private static func decode(
    _ sizes: [Int], by gate: DecodeGate, in world: World
  ) -> [Task<Void, any Error>] {
    sizes.enumerated().map { number, bytes in
      world.start("photo \(number)", "wants to be decoded, \(bytes.megabytes)") {
        try await gate.run(bytes) {
          world.record("begins", on: "photo \(number)")
          try await world.clock.sleep(for: .milliseconds(10))
        }
      } answer: {
        "is there"
      }
    }
  }

  func testDecodesByBytes() throws {
    try grade(
      Check("decodesByBytes", "decodes side by side are limited by bytes", .senior, needs: "fits"),
      Lesson(
        trap: "Decodes counted by number",
        "four avatars are nothing, and four photos from a camera end the app",
        say: "What limits decodes is the memory of those that run, not how many they are."),
      seeds: 20
    ) { world in
      for device in [DeviceClass.phone2GB, .phone12GB] {
        let budgets = MemoryBudgets(for: device)
        let most = max(budgets.decodeBytes, 0)
        let gate = Self.gate(budgets)
        let large = Self.decode(Array(repeating: most / 5 * 2, count: 6), by: gate, in: world)
        try await world.clock.sleep(for: .seconds(1))
        try world.expect(
          "six decodes of two fifths of the budget each end in the end",
          gate.byteCount == 0 && gate.highWaterMark > 0, got: "some never start", near: "wants")
        try world.expect(
          "together they stay within \(most.megabytes) on the \(device) phone",
          gate.highWaterMark <= most, got: "\(gate.highWaterMark.megabytes)", near: "begins")
        for decode in large { _ = await decode.result }
        let other = Self.gate(budgets)
        let small = Self.decode(Array(repeating: most / 20, count: 20), by: other, in: world)
        try await world.untilQuiet()
        let running = other.byteCount / max(1, most / 20)
        try await world.clock.sleep(for: .seconds(1))
        try world.expect(
          "twenty small ones, which fit in together, run side by side", running, is: 20,
          near: "begins"
        ) { "\($0) do" }
        for decode in small { _ = await decode.result }
      }
    }
  }

  func testLargeAlone() throws {
    try grade(
      Check(
        "largeAlone", "a decode above the budget runs, alone", .staff, needs: "fits"),
      Lesson(
        trap: "The large one waits for ever",
        "no room is ever large enough for it, and all that came later wait behind it",
        say: "Where nothing runs the next decode starts, whatever it takes."),
      seeds: 20
    ) { world in
      let budgets = MemoryBudgets(for: .phone2GB)
      let most = budgets.decodeBytes
      let gate = Self.gate(budgets)
      let decodes = Self.decode([most / 4, most * 3, most / 4], by: gate, in: world)
      try await world.clock.sleep(for: .seconds(1))
      let isEnded = gate.byteCount == 0 && gate.highWaterMark >= most * 3
      try world.expect(
        "all three end, one of them three times as large as the budget", isEnded,
        got: "the large one never starts", near: "wants")
      try world.expect(
        "none runs beside the large one", gate.highWaterMark, is: most * 3, near: "begins"
      ) { "\($0.megabytes) at once, \((most * 3).megabytes) of them the large one's" }
      for decode in decodes { _ = await decode.result }
    }
  }
}
