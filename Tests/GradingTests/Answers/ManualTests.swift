import Grading
import GradingXCTest
import Simulation
import TenCellsOneAvatarSolution
import Vocabulary

/// The example in the documentation of `GradedTestCase`, as it stands there.
final class ManualTests: GradedTestCase {
  override class var exercise: String { "Manual" }

  func testTenCellsOneLoad() throws {
    try grade(
      Check("oneLoad", "ten cells, one load, ten pictures", .core),
      Lesson(
        trap: "Ten loads for one picture", "each cell pays for a download of its own",
        say: "Whoever asks for a key in flight joins that load.")
    ) { world in
      let loads = world.gate("load")
      let loader = AvatarLoader { key in
        world.record("starts \(key)", on: "net")
        try await loads.pass()
        return picture(of: key)
      }
      let cells = (0..<10).map { cell in
        world.start("cell \(cell)", "asks \(avatar)") {
          try await loader.image(for: avatar)
        } answer: {
          "gets \($0.size)"
        }
      }
      try await world.untilQuiet()
      try world.expect("ten cells cause one load", loads.waiting, is: 1, near: "starts") {
        "\($0) loads of the same picture"
      }
      loads.open()
      for cell in cells {
        try world.expect(
          "each cell gets its picture", try await cell.value.size.width, is: 360)
      }
    }
  }
}

private let avatar = Photos.row

@Sendable private func picture(of key: ImageKey) -> Bitmap {
  Bitmap(size: PixelSize(width: key.maxPixelSize, height: key.maxPixelSize), pixels: Plain())
}

private struct Plain: PixelProviding {
  func pixel(x: Int, y: Int) -> Pixel { Pixel(red: 1, green: 2, blue: 3) }
}
