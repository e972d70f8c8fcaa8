import Foundation
public import Grading
import Simulation
public import Vocabulary

/// What each loader promises whose callers share a load, whether the load can be left or not.
///
/// Each promise is a scenario of its own with a fresh loader. Callers may be cancelled where the
/// exercise says what becomes of the load then.
public struct SharedLoadPromises: Sendable {
  /// Makes the loader of an answer from the load that it is given.
  public typealias MakeLoader =
    @Sendable (@escaping @Sendable (ImageKey) async throws -> Bitmap) -> any ImageLoading

  private static let photo = Photo.key(7)
  /// What comes of a load that runs in a caller's own task.
  private static let paidAgain = Lesson(
    trap: "The load ends with one caller",
    "it goes when that one leaves, and the others wait for a second one from the start",
    say: "The load runs in a task of its own, which belongs to no caller.")

  private let world: World
  private let makeLoader: MakeLoader

  /// The promises in one world.
  public init(in world: World, makeLoader: @escaping MakeLoader) {
    self.world = world
    self.makeLoader = makeLoader
  }

  /// Expects that those who share a load get its picture although one of them leaves.
  ///
  /// The cell with the number zero comes first and so starts the load.
  ///
  /// - Parameters:
  ///   - count: How many cells share the load.
  ///   - leaver: The number of the cell that leaves before the picture is there.
  ///   - file: Where a failure is shown.
  ///   - line: Where a failure is shown.
  /// - Throws: An error that ends the check, where it is not so.
  public func pictureReachesAll(
    _ count: Int, but leaver: Int, file: StaticString = #filePath, line: UInt = #line
  ) async throws {
    let loads = PhotoLoads(world)
    let loader = makeLoader(loads.run)
    var cells: [Task<Bitmap, any Error>] = []
    // One after the other, so that the first of them starts the load under every schedule.
    for number in 0..<count {
      cells.append(world.cell("cell \(number)", asks: loader, for: Self.photo))
      try await world.untilQuiet()
    }
    world.reuse(cells[leaver], "cell \(leaver)")
    try await world.untilQuiet()
    loads.bytes.open()
    var shown = 0
    for number in cells.indices where number != leaver {
      if await cells[number].shows(Self.photo) { shown += 1 }
    }
    let isPaidAgain = shown == count - 1 && loads.started.count > 1
    try world.expect(
      "the other \(count - 1) show the picture, from the one load",
      [shown, loads.started.count], is: [count - 1, 1], near: "scrolls away",
      teaching: isPaidAgain ? Self.paidAgain : nil, file: file, line: line
    ) { "\($0[0]) of them do, after \(Self.loads($0[1]))" }
    _ = await cells[leaver].result
  }

  /// Expects that the failure of a load reaches all who wait for it, and that nobody tries again.
  ///
  /// - Parameters:
  ///   - count: How many cells share the load.
  ///   - leaver: The number of a cell that leaves before the load fails; nil for none.
  ///   - file: Where a failure is shown.
  ///   - line: Where a failure is shown.
  /// - Throws: An error that ends the check, where it is not so.
  public func failureReachesAll(
    _ count: Int, but leaver: Int? = nil, file: StaticString = #filePath, line: UInt = #line
  ) async throws {
    let loads = PhotoLoads(world)
    loads.fail([Self.photo])
    let loader = makeLoader(loads.run)
    let cells = world.cells(0..<count, ask: loader, for: Self.photo)
    try await world.untilQuiet()
    if let leaver { world.reuse(cells[leaver], "cell \(leaver)") }
    try await world.untilQuiet()
    loads.bytes.open()
    let waiting = cells.indices.filter { $0 != leaver }
    var failures = 0
    for number in waiting where await cells[number].isWithoutConnection { failures += 1 }
    try world.expect(
      "the error of the one load reaches \(waiting.count) cells",
      [failures, loads.started.count], is: [waiting.count, 1], near: "fails", file: file,
      line: line
    ) { "it reaches \($0[0]), after \(Self.loads($0[1]))" }
    if let leaver { _ = await cells[leaver].result }
  }

  /// Expects that a failure is nothing to the next caller.
  ///
  /// - Parameters:
  ///   - file: Where a failure is shown.
  ///   - line: Where a failure is shown.
  /// - Throws: An error that ends the check, where it is not so.
  public func freshAfterFailure(
    file: StaticString = #filePath, line: UInt = #line
  ) async throws {
    let loads = PhotoLoads(world, isOpen: true)
    loads.fail([Self.photo])
    let loader = makeLoader(loads.run)
    _ = await world.cell("cell 0", asks: loader, for: Self.photo).result
    try await world.untilQuiet()
    loads.fail([])
    let isShown = await world.cell("cell 1", asks: loader, for: Self.photo).shows(Self.photo)
    try world.expect(
      "the next call loads again and gets the picture", isShown && loads.started.count == 2,
      got: isShown ? Self.loads(loads.started.count) : "it gets the old failure, or no picture",
      near: "cell 1", file: file, line: line)
  }

  /// Expects that whoever has the error of a load and asks again at once gets a new load.
  ///
  /// - Parameters:
  ///   - file: Where a failure is shown.
  ///   - line: Where a failure is shown.
  /// - Throws: An error that ends the check, where it is not so.
  public func freshAtOnceAfterFailure(
    file: StaticString = #filePath, line: UInt = #line
  ) async throws {
    // Ten cells, and four photos in turn: whoever leaves the order to luck fails in every order.
    for photo in 0..<4 {
      let key = Photo.key(photo)
      let loads = PhotoLoads(world)
      loads.fail([key])
      let loader = makeLoader(loads.run)
      let cells = (0..<10).map { number in
        world.start("cell \(number)", "asks for \(key), and again after an error") {
          if let picture = try? await loader.image(for: key) { return picture }
          world.record("asks again")
          return try await loader.image(for: key)
        }
      }
      try await world.untilQuiet()
      loads.bytes.release()
      try await world.untilQuiet()
      loads.fail([])
      loads.bytes.open()
      var failures = 0
      for cell in cells where await cell.isWithoutConnection { failures += 1 }
      try world.expect(
        "no cell gets the error of the first load twice", failures, is: 0, near: "asks again",
        file: file, line: line
      ) { "\($0) of ten do" }
    }
  }

  /// Expects that an error of cancellation which comes from the load itself is like any other: it
  /// reaches all who wait for the load, and is nothing to the next caller.
  ///
  /// - Parameters:
  ///   - count: How many cells share the load.
  ///   - file: Where a failure is shown.
  ///   - line: Where a failure is shown.
  /// - Throws: An error that ends the check, where it is not so.
  public func ownCancellationIsAFailure(
    _ count: Int, file: StaticString = #filePath, line: UInt = #line
  ) async throws {
    let loads = PhotoLoads(world)
    loads.fail([Self.photo], with: CancellationError())
    let loader = makeLoader(loads.run)
    let returned = Tally()
    for cell in world.cells(0..<count, ask: loader, for: Self.photo) {
      Task { if case .failure = await cell.result { returned.note() } }
    }
    try await world.untilQuiet()
    // One load only, so that whoever tries again waits at the gate.
    loads.bytes.release()
    try await world.untilQuiet()
    try world.expect(
      "the error of the one load reaches \(count) cells", [returned.count, loads.started.count],
      is: [count, 1], near: "fails", file: file, line: line
    ) { "it reaches \($0[0]), after \(Self.loads($0[1]))" }
    loads.fail([])
    loads.bytes.open()
    let isShown = await world.cell("next", asks: loader, for: Self.photo).shows(Self.photo)
    try world.expect(
      "the next call loads again and gets the picture", isShown && loads.started.count == 2,
      got: isShown ? Self.loads(loads.started.count) : "it gets the old error, or no picture",
      near: "next", file: file, line: line)
  }

  /// Expects that photos are told apart by their whole address.
  ///
  /// - Parameters:
  ///   - file: Where a failure is shown.
  ///   - line: Where a failure is shown.
  /// - Throws: An error that ends the check, where it is not so.
  public func addressesAreApart(
    file: StaticString = #filePath, line: UInt = #line
  ) async throws {
    let loads = PhotoLoads(world)
    let loader = makeLoader(loads.run)
    let urls = [
      "https://a.example/p/7", "https://b.example/p/7", "https://a.example/p/7?version=2",
    ].compactMap(URL.init(string:))
    let cells = urls.enumerated().map { number, url in
      world.start("cell \(number)", "asks for \(url)") {
        try await loader.image(for: ImageKey(url: url, maxPixelSize: 360))
      }
    }
    try await world.untilQuiet()
    loads.bytes.open()
    for cell in cells { _ = await cell.result }
    let loaded = Set(loads.started.map(\.url))
    try world.expect(
      "each of three addresses is loaded", loaded == Set(urls),
      got: "\(urls.filter { !loaded.contains($0) }.map(\.absoluteString).joined(separator: ", "))"
        + " is not", near: "asks for", file: file, line: line)
  }

  /// Expects that each of three callers, one after the other, has a load of its own.
  ///
  /// - Parameters:
  ///   - file: Where a failure is shown.
  ///   - line: Where a failure is shown.
  /// - Throws: An error that ends the check, where it is not so.
  public func freshAfterSuccess(
    file: StaticString = #filePath, line: UInt = #line
  ) async throws {
    let loads = PhotoLoads(world, isOpen: true)
    let loader = makeLoader(loads.run)
    var shown = 0
    for number in 0..<3 {
      let cell = world.cell("cell \(number)", asks: loader, for: Self.photo)
      if await cell.shows(Self.photo) { shown += 1 }
      try await world.untilQuiet()
    }
    try world.expect(
      "three calls, one after the other, are three loads and three pictures",
      [loads.started.count, shown], is: [3, 3], file: file, line: line
    ) { "\(Self.loads($0[0])) and \($0[1]) pictures" }
  }

  /// Expects that a picture ends with the cells that showed it.
  ///
  /// - Parameters:
  ///   - count: How many cells share the load.
  ///   - leaver: The number of a cell that leaves before the picture is there; nil for none.
  ///   - file: Where a failure is shown.
  ///   - line: Where a failure is shown.
  /// - Throws: An error that ends the check, where it is not so.
  public func releases(
    _ count: Int, but leaver: Int? = nil, file: StaticString = #filePath, line: UInt = #line
  ) async throws {
    let loads = PhotoLoads(world)
    let loader = makeLoader(loads.run)
    let held = WeakPicture()
    let cells = (0..<count).map { number in
      world.start("cell \(number)", "asks for \(Self.photo)") {
        held.note(try await loader.image(for: Self.photo))
      } answer: {
        "has shown its picture"
      }
    }
    try await world.untilQuiet()
    if let leaver { world.reuse(cells[leaver], "cell \(leaver)") }
    try await world.untilQuiet()
    loads.bytes.open()
    for cell in cells { _ = await cell.result }
    try await world.untilQuiet()
    try world.expect(
      "a cell gets its picture", held.wasNoted, got: "it gets none", file: file, line: line)
    try world.expect(
      "the picture ends with the cell that showed it", !held.isAlive,
      got: "the loader holds it still", near: "has shown", file: file, line: line)
    withExtendedLifetime(loader) {}
  }

  private static func loads(_ count: Int) -> String { count == 1 ? "1 load" : "\(count) loads" }
}
