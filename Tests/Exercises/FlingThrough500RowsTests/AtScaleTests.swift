import FlingThrough500Rows
import Grading
import GradingXCTest
import Simulation
import SuiteParts
import Vocabulary

/// The promises of *Fling through 500 rows* on many loads at once.
final class AtScaleTests: GradedTestCase {
  func testBalance() throws {
    try grade(
      Check(
        "balance", "started is succeeded plus failed plus cancelled", .staff,
        needs: "lastStops", "freshAfterSuccess", "freshAfterFailure", "failureReachesAll",
        "freshAfterLast", "oldEnds", "loadCancelLoad", "lateLeave"),
      Lesson(
        trap: "A load with two ends, or with none",
        "the sign of a running load stays for ever, and no share of cancelled loads is true",
        say: "Each load ends once, and it is counted where it ends."),
      seeds: 30
    ) { world in
      try await Self.expectOneEnd(world)
      try await Self.expectExactCounts(world)
      try await Self.expectBalance(world)
    }
  }

  func testOwnCancellationCounts() throws {
    try grade(
      Check(
        "ownCancellationCounts", "a load that is cancelled from below is counted as failed",
        .staff, needs: "ownCancellation", "balance"),
      Lesson(
        trap: "Counted by the type of the error",
        "a broken session looks like users who scroll, and nobody is woken",
        say: "Cancelled is what its callers left; all else that ends without a picture has failed."
      )
    ) { world in
      let loads = PhotoLoads(world, isOpen: true)
      loads.fail([Photo.key(7)], with: CancellationError())
      let loader = ImageLoader(load: loads.run)
      _ = await world.cell("cell", asks: loader, for: Photo.key(7)).result
      try await Self.expect(world, loader, started: 1, failed: 1)
    }
  }

  /// Expects that the loads of a loader have ended so, once all is quiet.
  private static func expect(
    _ world: World, _ loader: ImageLoader, started: Int, succeeded: Int = 0, failed: Int = 0,
    cancelled: Int = 0
  ) async throws {
    var wanted = LoadCounts()
    (wanted.started, wanted.succeeded) = (started, succeeded)
    (wanted.failed, wanted.cancelled) = (failed, cancelled)
    try world.expect(
      words(wanted), try await world.counts(of: loader), is: wanted, got: words)
  }

  private static func words(_ counts: LoadCounts) -> String {
    "\(counts.started) started, \(counts.succeeded) succeeded, \(counts.failed) failed, "
      + "\(counts.cancelled) cancelled"
  }

  /// A load that is left, and brings its picture all the same.
  private static func expectOneEnd(_ world: World) async throws {
    let loads = PhotoLoads(world, isOpen: true, isDeaf: true)
    loads.decode.close()
    let loader = ImageLoader(load: loads.run)
    let cell = world.cell("cell", asks: loader, for: Photo.key(7))
    try await world.untilQuiet()
    world.reuse(cell, "cell")
    try await world.untilQuiet()
    // Before its end, whatever comes of it.
    try await expect(world, loader, started: 1, cancelled: 1)
    loads.decode.open()
    _ = await cell.result
    try await expect(world, loader, started: 1, cancelled: 1)
  }

  /// Eleven loads with two callers each, of which none is in doubt.
  private static func expectExactCounts(_ world: World) async throws {
    let loads = PhotoLoads(world)
    let loader = ImageLoader(load: loads.run)
    for photos in [0..<4, 4..<7, 7..<11] {
      loads.bytes.close()
      let cells = photos.flatMap { photo in
        (0..<2).map { world.cell("row \(photo), \($0)", asks: loader, for: Photo.key(photo)) }
      }
      try await world.untilQuiet()
      if photos.contains(0) { for cell in cells { world.reuse(cell, "finger") } }
      if photos.contains(4) { loads.fail(Set(photos.map { Photo.key($0) })) }
      try await world.untilQuiet()
      loads.bytes.open()
      for cell in cells { _ = await cell.result }
    }
    try await expect(world, loader, started: 11, succeeded: 4, failed: 3, cancelled: 4)
  }

  /// Five hundred calls, many of which are cancelled at some moment.
  private static func expectBalance(_ world: World) async throws {
    let dice = Dice(seed: 7)
    let started = Tally()
    let loader = ImageLoader { key in
      started.note()
      let (time, fails) = (dice.roll(4), dice.roll(3) == 0)
      try await world.clock.sleep(for: .milliseconds(time))
      if fails { throw PhotoLoads.NoConnection() }
      return Photo.picture(of: key)
    }
    var cells: [Task<Bitmap, any Error>] = []
    for number in 0..<500 {
      cells.append(Task { try await loader.image(for: Photo.key(number % 7)) })
      if dice.roll(3) == 0 { cells[dice.roll(cells.count)].cancel() }
      if dice.roll(6) == 0 { try await world.clock.sleep(for: .milliseconds(1)) }
    }
    for cell in cells { _ = await cell.result }
    let counts = try await world.counts(of: loader)
    try world.expect(
      "when all is over, each load that was started has ended once", counts.running, is: 0
    ) { running in
      "\(words(counts)): " + (running < 0 ? "\(-running) too many" : "\(running) have no end")
    }
    try world.expect(
      "each load that ran is counted", counts.started >= started.count,
      got: "\(counts.started) of \(started.count)")
  }

  func testLinear() throws {
    try grade(
      Check(
        "linear", "ten thousand rows cost linear time and leave nothing", .staff,
        needs: "lastStops"),
      Lesson(
        trap: "Searched from the front",
        "each caller that comes or leaves looks at all that is in flight before its own",
        say: "Joining and leaving take constant time, however much is in flight."),
      seeds: 0
    ) { world in
      let growth = try await Growth.measured(from: 1_000, by: 8, rounds: 2) { rows in
        try await Self.fling(rows: rows, world)
      }
      try world.expect(
        "eight times as many rows cost about eight times as much", growth < 24,
        got: "they cost \(Int(growth.rounded())) times as much")
      try await Self.fling(rows: 10_000, world)
    }
  }

  /// All rows wait at once, two for a photo; all but twenty leave.
  private static func fling(rows: Int, _ world: World) async throws {
    let bytes = world.gate("bytes")
    let (started, ended, shown) = (Tally(), Tally(), Tally())
    let loader = ImageLoader { key in
      started.note()
      defer { ended.note() }
      try await bytes.pass()
      return Photo.picture(of: key)
    }
    let cells = (0..<rows).map { row in
      Task {
        _ = try await loader.image(for: Photo.key(row / 2))
        shown.note(row)
      }
    }
    try await world.untilQuiet()
    for cell in cells.dropLast(20) { cell.cancel() }
    try await world.untilQuiet()
    try world.expect(
      "of \(rows / 2) loads ten go on, for the rows at rest", started.count - ended.count <= 10,
      got: "\(started.count - ended.count) do")
    bytes.open()
    for cell in cells { _ = await cell.result }
    try world.expect("the twenty rows at rest show their pictures", shown.count, is: 20)
    let before = started.count
    let again = Task { try await loader.image(for: Photo.key(0)) }
    let isShown = await again.shows(Photo.key(0))
    try world.expect(
      "the first row, back again, loads afresh", isShown && started.count == before + 1,
      got: isShown ? "\(started.count - before) loads" : "it gets no picture")
  }
}
