import Grading
import GradingXCTest
import Simulation
import SuiteParts
import TwoGBPhone
import Vocabulary

/// The promises of *It crashes only on 2 GB phones* on pictures that are on the screen.
final class ScreenTests: GradedTestCase {
  func testOnScreenFound() throws {
    try grade(
      Check(
        "onScreenFound", "what is on the screen is not loaded again after a warning", .senior,
        needs: "picturesGo"),
      Lesson(
        trap: "Forgets what is on the screen",
        "cells hold their pictures still, and beside each a second one is decoded",
        say: "What cells show takes its memory anyway, so I keep finding it, by weak references.")
    ) { world in
      for signal in [MemorySignal.warning, .critical] {
        let app = PhoneApp(world, for: signal)
        app.fill(40)
        for photo in 20..<24 { app.show(photo) }
        for time in ["the first", "the second"] {
          try await app.send(signal)
          let found = app.cellsThatFind
          try world.expect(
            "after \(time) .\(signal) four cells find the picture that they show", found, is: 4,
            near: "again"
          ) { "\($0) do" }
        }
        app.end()
      }
    }
  }

  func testSameSize() throws {
    try grade(
      Check(
        "sameSize", "what is on the screen is found at its own size only", .senior,
        needs: "onScreenFound"),
      Lesson(
        trap: "Found by URL alone", "the viewer shows the blurry picture of a row, for good",
        say: "What is remembered is remembered under the key of the tier: URL and pixel size.")
    ) { world in
      let app = PhoneApp(world)
      app.fill(20)
      app.show(7)
      try await app.send(.warning)
      let isFound = app.image(for: Photo.key(7, 750)) != nil
      try world.expect(
        "the viewer, which wants 750 px, finds nothing while a row shows the photo", !isFound,
        got: "the picture of the row, 240 px", near: "shows")
      app.memory.insert(app.tier.decode(), for: Photo.key(8, 750))
      app.show(8, at: 750)
      try await app.send(.warning)
      let isLarger = app.image(for: Photo.key(8, 240)) != nil
      try world.expect(
        "a row, which wants 240 px, finds nothing while the viewer shows the photo", !isLarger,
        got: "the picture of the viewer, 750 px", near: "shows")
      app.end()
    }
  }

  func testTwoPlaces() throws {
    try grade(
      Check(
        "twoPlaces", "a picture in two cells is found until both have let go", .staff,
        needs: "onScreenFound"),
      Lesson(
        trap: "One note for all places",
        "the first cell that leaves takes the note of the other one with it",
        say: "I count the places that show a picture, and forget it with the last of them.")
    ) { world in
      let app = PhoneApp(world)
      app.fill(20)
      app.show(7, in: 1)
      app.show(7, in: 2)
      app.hide(cell: 1)
      try await app.send(.warning)
      let found = app.cellsThatFind
      try world.expect(
        "the cell that is left finds its picture", found, is: 1, near: "again"
      ) { _ in "it is loaded again" }
      app.hide(cell: 2)
      try await app.send(.warning)
      let isFound = app.image(for: Photo.key(7, 240)) != nil
      try world.expect(
        "when it has let go, too, the picture is gone after the next warning", !isFound,
        got: "it is found still", near: "hides")
      app.end()
    }
  }

  func testLetsGo() throws {
    try grade(
      Check("letsGo", "what has left the screen is held by nobody", .senior, needs: "picturesGo"),
      Lesson(
        trap: "A second cache, without a budget",
        "each picture that was ever on the screen stays in memory",
        say: "Whoever remembers pictures beside the tier holds them weakly, or has a budget.")
    ) { world in
      let app = PhoneApp(world)
      app.fill(20)
      for photo in 0..<4 { app.show(photo) }
      for cell in 0..<4 { app.hide(cell: cell) }
      for photo in 0..<20 { app.memory.remove(Photo.key(photo, 240)) }
      let rest = app.pictureBytes / PhoneApp.pictureBytes
      try world.expect(
        "cells have let go and the tier too: no picture is left", rest, is: 0, near: "hides"
      ) { "\($0) are left" }
      app.fill(20)
      for photo in 0..<4 { app.show(photo) }
      try await app.send(.warning)
      for cell in 0..<4 { app.hide(cell: cell) }
      try await app.send(.warning)
      let later = app.pictureBytes / PhoneApp.pictureBytes
      try world.expect(
        "none is left of those that were on the screen at the first warning, after the second",
        later, is: 0, near: "answer"
      ) { "\($0) are left" }
      app.end()
    }
  }
}
