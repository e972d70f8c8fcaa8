import SimulatedPhone
import Simulation
import Synchronization
import Vocabulary
import XCTest

/// A whole feed over a toy pipeline, with cells that are right and cells that are not.
final class FlingTests: XCTestCase {
  func testForthAndBackWithACellThatChecksItsKey() throws {
    for hops in ActorHops.allCases {
      for seed in 0..<50 as Range<UInt64> {
        let report = try forthAndBack(.shuffled(seed), hops: hops, cell: .checking)
        XCTAssertEqual(report.violations, [], "seed \(seed)")
        XCTAssertTrue(report.isComplete, "seed \(seed)")
        XCTAssertEqual(report.liveBytes, 0, "seed \(seed)")
      }
    }
  }

  func testForthAndBackWithACellThatForgetsToCheck() throws {
    for seed in 0..<20 as Range<UInt64> {
      let report = try forthAndBack(.shuffled(seed), cell: .forgetful)
      let isCaught = report.violations.contains { violation in
        if case .wrongPhoto = violation.kind { true } else { false }
      }
      XCTAssertTrue(isCaught, "seed \(seed)")
    }
  }

  func testForthAndBackWithACellThatKeepsTheOldPicture() throws {
    for seed in 0..<20 as Range<UInt64> {
      let report = try forthAndBack(.shuffled(seed), cell: .clinging)
      XCTAssertFalse(report.violations.isEmpty, "seed \(seed)")
    }
  }

  func testTheSameSeedGivesTheSameRun() throws {
    for schedule in [Schedule.inOrder, .shuffled(7)] {
      let first = try forthAndBack(schedule, cell: .checking)
      let second = try forthAndBack(schedule, cell: .checking)
      XCTAssertEqual(first, second)
    }
  }

  func testTheTimeToShowIsThatOfTheLoadUpToAFrame() throws {
    let report = try forthAndBack(.inOrder, cell: .checking)
    let waits = report.visits.compactMap(\.wait)
    XCTAssertFalse(waits.isEmpty)
    XCTAssertTrue(waits.allSatisfy { $0 >= .milliseconds(20) && $0 <= .milliseconds(120) })
  }

  func testPicturesThatAreDecodedByTheDrawDropFrames() throws {
    let lazy = try forthAndBack(.inOrder, cell: .lazy)
    XCTAssertEqual(lazy.violations, [])
    XCTAssertGreaterThan(lazy.longestStretch, .milliseconds(16))
    XCTAssertGreaterThan(lazy.droppedFrames, 0)
    let checking = try forthAndBack(.inOrder, cell: .checking)
    XCTAssertEqual(checking.longestStretch, .zero)
    XCTAssertEqual(checking.droppedFrames, 0)
  }

  func testTensOfThousandsOfRowsAreVisited() throws {
    let simulation = Simulation()
    let device = SimulatedDevice(.phone12GB, simulation: simulation)
    let run = simulation.run { @MainActor in
      let feed = SimulatedFeed(
        rows: FeedRow.numbered(30_000, maxPixelSize: 360), device: device, simulation: simulation
      ) { InstantCell() }
      try await feed.fling(rows: 30_000, over: .seconds(20))
      defer { feed.disappear() }
      return (feed.visits.count, feed.violations.count, feed.cellsMade, feed.visits.last?.row)
    }
    let (visits, violations, cells, last) = try run.get()
    XCTAssertEqual(visits, 30_000)
    XCTAssertEqual(violations, 0)
    XCTAssertLessThan(cells, 12)
    XCTAssertEqual(last, 29_999)
    XCTAssertEqual(device.liveBytes, 0)
  }

  private struct Report: Equatable {
    var violations: [DrawViolation]
    var visits: [FeedVisit]
    var isComplete: Bool
    var droppedFrames: Int
    var longestStretch: Duration
    var liveBytes: Int
  }

  private func forthAndBack(
    _ schedule: Schedule, hops: ActorHops = .inline, cell: ToyCell.Kind
  ) throws -> Report {
    let size =
      cell == .lazy
      ? PixelSize(width: 4000, height: 3000) : PixelSize(width: 480, height: 360)
    let simulation = Simulation(schedule: schedule, hops: hops)
    let device = SimulatedDevice(.phone2GB, simulation: simulation)
    let decoder = SyntheticDecoder(
      device: device, simulation: simulation, recordsTimeline: false)
    let run = simulation.run { @MainActor in
      let loader = ToyLoader(decoder, simulation.clock, size: size, isLazy: cell == .lazy)
      let feed = SimulatedFeed(
        rows: FeedRow.numbered(200, maxPixelSize: 360, size: size),
        device: device, simulation: simulation
      ) { ToyCell(cell, loader) }
      try await feed.fling(rows: 60, over: .seconds(1))
      try await feed.fling(rows: -55, over: .milliseconds(800))
      try await feed.rest(for: .milliseconds(100))
      try await feed.jump(to: 120)
      let isComplete = try await feed.untilShown(within: .seconds(2))
      feed.disappear()
      return (feed.violations, feed.visits, isComplete, feed.droppedFrames)
    }
    let (violations, visits, isComplete, dropped) = try run.get()
    return Report(
      violations: violations, visits: visits, isComplete: isComplete, droppedFrames: dropped,
      longestStretch: device.mainActor.longestStretch, liveBytes: device.liveBytes)
  }
}

/// Loads the photo of a row: 20 to 100 ms of network, depending on the number, and a decode.
private struct ToyLoader: Sendable {
  let decoder: SyntheticDecoder
  let clock: SimulatedClock
  let size: PixelSize
  let isLazy: Bool

  init(_ decoder: SyntheticDecoder, _ clock: SimulatedClock, size: PixelSize, isLazy: Bool) {
    self.decoder = decoder
    self.clock = clock
    self.size = size
    self.isLazy = isLazy
  }

  func image(for key: ImageKey) async throws -> Bitmap {
    let number = UInt32(key.url.lastPathComponent) ?? 0
    try await clock.sleep(for: .milliseconds(20 + Int(number) * 37 % 80))
    let photo = SyntheticPhoto(id: number, size: size)
    return isLazy
      ? try decoder.open(photo.encoded(), maxPixelSize: key.maxPixelSize)
      : try await decoder.decode(photo.encoded(), maxPixelSize: key.maxPixelSize)
  }
}

@MainActor
private final class ToyCell: ImageShowing {
  enum Kind {
    /// Right: compares the key when the picture arrives, and clears at once.
    case checking
    /// Right, but what it draws is decoded by the draw.
    case lazy
    /// Trusts in cancellation alone, which it leaves to the next owner of the cell.
    case forgetful
    /// Shows the old picture until the new one comes.
    case clinging
  }

  private(set) var drawn: Bitmap?
  private var key: ImageKey?
  private var task: Task<Void, Never>?
  private let kind: Kind
  private let loader: ToyLoader

  init(_ kind: Kind, _ loader: ToyLoader) {
    self.kind = kind
    self.loader = loader
  }

  func bind(_ key: ImageKey?) {
    self.key = key
    if kind != .clinging { drawn = nil }
    if kind != .forgetful { task?.cancel() }
    guard let key else { return }
    task = Task { [weak self, loader] in
      let picture = try? await loader.image(for: key)
      self?.arrived(picture, for: key)
    }
  }

  func prepareForReuse() {
    guard kind != .forgetful else { return }
    task?.cancel()
    task = nil
    key = nil
    if kind != .clinging { drawn = nil }
  }

  private func arrived(_ picture: Bitmap?, for key: ImageKey) {
    guard let picture, kind == .forgetful || key == self.key else { return }
    drawn = picture
  }
}

/// Shows its picture in the turn in which it is bound.
@MainActor
private final class InstantCell: ImageShowing {
  private(set) var drawn: Bitmap?

  func bind(_ key: ImageKey?) {
    drawn = key.map { key in
      SyntheticPhoto(
        id: UInt32(key.url.lastPathComponent) ?? 0, size: PixelSize(width: 4000, height: 3000)
      ).picture(maxPixelSize: key.maxPixelSize)
    }
  }

  func prepareForReuse() { drawn = nil }
}
