import FlingThrough500Rows
import Grading
import SimulatedPhone
import Vocabulary

extension World {
  /// A cell that asks for a picture, in a lane of its own.
  ///
  /// It lets others have their turn so many times before it asks: cells that wait for more and more
  /// turns try each place in the order of events, without any luck.
  @discardableResult
  func cell(
    _ name: String, asks loader: ImageLoader, for key: ImageKey, afterTurns turns: Int = 0
  ) -> Task<Bitmap, any Error> {
    let what = turns == 0 ? "asks for \(key)" : "comes \(turns) turns later"
    return start(name, what) { [self] in
      for _ in 0..<turns { await Task.yield() }
      if turns > 0 { record("asks for \(key)") }
      return try await loader.image(for: key)
    } answer: {
      "gets \(ShownPicture($0))"
    }
  }

  /// Cells with numbers that ask for one picture.
  func cells(
    _ numbers: Range<Int>, ask loader: ImageLoader, for key: ImageKey
  ) -> [Task<Bitmap, any Error>] {
    numbers.map { cell("cell \($0)", asks: loader, for: key) }
  }

  /// The cell is reused for another row: its task is cancelled, at once or some turns later.
  func reuse(_ cell: Task<Bitmap, any Error>, _ name: String, afterTurns turns: Int = 0) {
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

  /// How a loader says that its loads have ended, once all is quiet.
  func counts(of loader: ImageLoader) async throws -> LoadCounts {
    try await untilQuiet()
    // Asked at run time, so that an answer without counts still builds and fails here only.
    guard let loader = (loader as Any) as? any LoadCounting else {
      try expect("the loader tells how its loads have ended", false, got: "it has no counts")
      return LoadCounts()
    }
    return await loader.counts
  }
}

extension Task where Success == Bitmap, Failure == any Error {
  /// Whether the cell ends with the picture for a key. Waits for its end.
  func shows(_ key: ImageKey) async -> Bool {
    guard case .success(let picture) = await result else { return false }
    return Photo.isShown(key, by: picture)
  }

  /// Whether the cell ends with the failure of the network. Waits for its end.
  var isWithoutConnection: Bool {
    get async {
      guard case .failure(let error) = await result else { return false }
      return error is PhotoLoads.NoConnection
    }
  }
}
