import FlingThrough500Rows
import Grading
import GradingXCTest
import SimulatedPhone
import Simulation
import SuiteParts
import Vocabulary

/// The promises of *Fling through 500 rows* on what goes on while somebody leaves.
final class MeanwhileTests: GradedTestCase {
  func testDecodeGoesOn() throws {
    try grade(
      Check(
        "decodeGoesOn", "who leaves during the decode harms nobody", .senior,
        needs: "leaverReturns"),
      Lesson(
        trap: "The leaver's error reaches the others",
        "the load runs to its end, and those who wait are told that it was cancelled",
        say: "A cancellation is the outcome of one caller, not of the load.")
    ) { world in
      let key = Photo.key(7)
      let loads = PhotoLoads(world, isOpen: true, isDeaf: true)
      loads.decode.close()
      let loader = ImageLoader(load: loads.run)
      let cells = world.cells(0..<3, ask: loader, for: key)
      try await world.untilQuiet()
      world.reuse(cells[0], "cell 0")
      try await world.untilQuiet()
      loads.decode.open()
      var shown = 0
      for cell in cells[1...] where await cell.shows(key) { shown += 1 }
      try world.expect(
        "the other two show the picture, from the one load", [shown, loads.started.count],
        is: [2, 1], near: "scrolls away"
      ) { "\($0[0]) of them do, after \($0[1]) loads" }
      _ = await cells[0].result
    }
  }

  func testOthersGoOn() throws {
    try grade(
      Check(
        "othersGoOn", "other photos and other sizes do not notice", .senior,
        needs: "leaverReturns", "lastStops"),
      Lesson(
        trap: "Keyed by URL alone",
        "the row leaves, and takes the viewer's load of the same photo along",
        say: "Who joins and who leaves is counted for each key: the URL plus the pixel size.")
    ) { world in
      let keys = [Photo.key(7, 360), Photo.key(7, 1170), Photo.key(8, 360)]
      let loads = PhotoLoads(world)
      let loader = ImageLoader(load: loads.run)
      let row = world.cell("row", asks: loader, for: keys[0])
      let viewer = world.cell("viewer", asks: loader, for: keys[1])
      let other = world.cell("other row", asks: loader, for: keys[2])
      try await world.untilQuiet()
      world.reuse(row, "row")
      try await world.untilQuiet()
      let running = loads.running
      loads.bytes.open()
      let shown = [await viewer.shows(keys[1]), await other.shows(keys[2])]
      try world.expect(
        "the viewer shows photo 7 at 1170 px, and the other row photo 8", shown,
        is: [true, true], near: "scrolls away"
      ) { $0[0] ? "the other row does not" : "the viewer does not" }
      try world.expect(
        "two of three loads go on", [running, loads.started.count], is: [2, 3],
        near: "scrolls away"
      ) { "\($0[0]) of \($0[1])" }
      _ = await row.result
    }
  }
}
