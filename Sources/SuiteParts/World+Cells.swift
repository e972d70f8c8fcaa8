public import Grading
import SimulatedPhone
public import Vocabulary

extension World {
  /// A cell that asks for a picture, in a lane of its own.
  ///
  /// It lets others have their turn so many times before it asks: cells that wait for more and more
  /// turns try each place in the order of events, without any luck.
  @discardableResult
  public func cell(
    _ name: String, asks loader: any ImageLoading, for key: ImageKey, afterTurns turns: Int = 0
  ) -> Task<Bitmap, any Error> {
    let what = turns == 0 ? "asks for \(key)" : "comes \(turns) turns later"
    return start(name, what) { [self] in
      for _ in 0..<turns { await Task.yield() }
      if turns > 0 { record("asks for \(key)") }
      return try await loader.image(for: key)
    } answer: {
      "shows \(ShownPicture($0))"
    }
  }

  /// Cells with numbers that ask for one picture.
  @discardableResult
  public func cells(
    _ numbers: Range<Int>, ask loader: any ImageLoading, for key: ImageKey
  ) -> [Task<Bitmap, any Error>] {
    numbers.map { cell("cell \($0)", asks: loader, for: key) }
  }

  /// The cell is reused for another row: its task is cancelled, at once or some turns later.
  public func reuse(
    _ cell: Task<some Sendable, any Error>, _ name: String, afterTurns turns: Int = 0
  ) {
    guard turns > 0 else {
      record("scrolls away", on: name)
      cell.cancel()
      return
    }
    Task {
      for _ in 0..<turns { await Task.yield() }
      record("scrolls away", on: name)
      cell.cancel()
    }
  }
}
