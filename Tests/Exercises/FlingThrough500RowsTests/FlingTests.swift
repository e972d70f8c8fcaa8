import FlingThrough500Rows
import Grading
import GradingXCTest
import ReferencePipeline
import SimulatedApp
import Simulation
import SuiteParts
import Vocabulary

/// The promises of *Fling through 500 rows* on the fling itself.
final class FlingTests: GradedTestCase {
  /// Fifty screens of ten rows, 20 ms each; the last one stays.
  func testFling() throws {
    try grade(
      Check(
        "fling", "after the fling the rows at rest come first", .core, needs: "leaverReturns"),
      Lesson(
        trap: "The rows at rest wait behind the fling",
        "hundreds of photos that nobody sees any more are loaded first",
        say: "Who leaves takes the wish along, also where it only waits for its turn."),
      seeds: 20
    ) { world in
      let network = NarrowNetwork(world)
      let loader = ImageLoader(load: network.run)
      let shown = Tally()
      var cells: [Task<Void, any Error>] = []
      for screen in 0..<50 {
        // As cells are reused: each lets go of its old row before it asks for the new one.
        for row in screen * 10..<screen * 10 + 10 {
          if row >= 10 { cells[row - 10].cancel() }
          cells.append(
            world.start("row \(row)", "appears") {
              _ = try await loader.image(for: Photo.key(row))
              shown.note(row)
            } answer: {
              "is shown"
            })
        }
        for _ in 0..<5 { try await network.pass(.milliseconds(4)) }
      }
      world.record("the fling has come to rest", on: "user")
      while shown.atRest < 10, world.clock.now.offset < .seconds(2) {
        try await network.pass(.milliseconds(4))
      }
      try world.expect(
        "a second later the ten rows at rest have their pictures", shown.atRest, is: 10,
        near: "come to rest"
      ) { "\($0) of them have, and \(network.waiting) loads wait for their turn" }
      let unwanted = network.memory.filter { $0 < 490 }.count
      try world.expect(
        "no row that has left is loaded before them", unwanted, is: 0, near: "come to rest"
      ) { "\($0) pictures that nobody wants have gone into the memory tier" }
      let wasted = network.started.filter { $0 < 490 }.count
      try world.expect(
        "of the 490 rows that left, at most 122 have reached the network", wasted <= 122,
        got: "\(wasted) have", near: "come to rest")
      for cell in cells { _ = await cell.result }
    }
  }

  func testWholeApp() throws {
    try gradeOnce(
      Check("wholeApp", "the whole app survives a fling with this loader", .senior),
      Lesson(
        trap: "Right alone, wrong in the whole",
        "the part does what it should, and the feed stays blank all the same",
        say: "I would put it into the app and fling, and look at what the user sees.")
    ) { desk in
      for seed in 1...3 {
        var parts = AppParts()
        parts.pictures = { pipeline in
          SharedPictures(over: pipeline) { ImageLoader(load: $0) }
        }
        let words = "fling of 500 rows, seed \(seed)"
        let numbers = try desk.expectWholeApp(
          Scenario(rows: 500, seed: UInt64(seed)), replacing: parts, called: words)
        let bytes = numbers.downloadedBytes
        try desk.expect(
          "\(words): at most 1.5 MB are downloaded", bytes <= 1_500_000,
          got: "\(bytes / 1_000) kB, as if nobody had ever left")
      }
    }
  }
}

extension Tally {
  /// How many of the last ten rows are among the numbers.
  fileprivate var atRest: Int { numbers.filter { $0 >= 490 }.count }
}
