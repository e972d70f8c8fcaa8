import Simulation
import Vocabulary
import XCTest

@testable import SimulatedPhone

final class SimulatedFeedTests: XCTestCase {
  func testTheScreenDecidesHowManyRowsAreVisible() throws {
    for (device, height, rows) in [
      (DeviceClass.phone2GB, nil, 0..<6), (.phone4GB, nil, 0..<8), (.phone12GB, nil, 0..<8),
      (.phone2GB, 1_334, 0..<1), (.phone2GB, 667, 0..<2), (.phone2GB, 666, 0..<3),
      (.phone2GB, 1, 0..<50), (.phone2GB, 0, 0..<50), (.phone2GB, Int.max, 0..<1),
    ] as [(DeviceClass, Int?, Range<Int>)] {
      try check(count: 50, device: device, rowHeight: height) { feed in
        feed.appear()
        XCTAssertEqual(feed.visibleRows, rows)
      }
    }
  }

  func testAnEmptyListIsComplete() throws {
    try check(count: 0) { feed in
      try await feed.fling(rows: 10, over: .seconds(1))
      let isComplete = try await feed.untilShown(within: .seconds(1))
      XCTAssertTrue(isComplete)
      XCTAssertEqual(feed.visibleRows, 0..<0)
      try await feed.jump(to: 7)
    }
  }

  func testAFlingVisitsEachRowOnceAndComesToRestWhereItShould() throws {
    for device in DeviceClass.allCases {
      for rows in [1, 7, 40, 500] {
        try check(count: 1_000, device: device) { feed in
          feed.appear()
          let screenful = feed.visibleRows.count
          try await feed.fling(rows: rows, over: .seconds(1))
          XCTAssertEqual(feed.visibleRows.lowerBound, rows)
          XCTAssertEqual(feed.visits.map(\.row), Array(0..<feed.visibleRows.upperBound))
          XCTAssertLessThanOrEqual(feed.cellsMade, screenful + 2)
          XCTAssertEqual(feed.frames, device.refreshRate)
        }
      }
    }
  }

  func testAFlingSlowsDown() throws {
    try check(count: 1_000) { feed in
      var counts: [Int] = []
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await feed.fling(rows: 400, over: .seconds(1)) }
        for _ in 0..<4 {
          try await feed.clock.sleep(for: .milliseconds(250))
          counts.append(feed.visits.count)
        }
        try await group.waitForAll()
      }
      let ways = zip(counts.dropFirst(), counts).map { $0 - $1 }
      XCTAssertEqual(ways, ways.sorted(by: >))
      XCTAssertEqual(Set(ways).count, 3)
    }
  }

  func testTheEndsOfTheListStopAFling() throws {
    try check(count: 100) { feed in
      try await feed.fling(rows: .max, over: .milliseconds(500))
      XCTAssertEqual(feed.visibleRows.upperBound, 100)
      try await feed.fling(rows: .min, over: .milliseconds(500))
      XCTAssertEqual(feed.visibleRows.lowerBound, 0)
      try await feed.fling(rows: 3, over: .zero)
      XCTAssertEqual(feed.visibleRows.lowerBound, 3)
      try await feed.fling(rows: 3, over: .seconds(-1))
      XCTAssertEqual(feed.visibleRows.lowerBound, 6)
    }
  }

  func testAJumpSkipsWhatLiesBetween() throws {
    try check(count: 1_000) { feed in
      try await feed.rest(for: .milliseconds(100))
      try await feed.jump(to: 500)
      XCTAssertEqual(feed.visits.map(\.row), Array(0..<6) + Array(500..<506))
      try await feed.jump(to: .max)
      XCTAssertEqual(feed.visibleRows.upperBound, 1_000)
      try await feed.jump(to: -4)
      XCTAssertEqual(feed.visibleRows.lowerBound, 0)
    }
  }

  func testFramesComeAtTheRateOfTheDevice() throws {
    for device in DeviceClass.allCases {
      try check(count: 100, device: device) { feed in
        try await feed.rest(for: .seconds(2))
        XCTAssertEqual(feed.frames, 2 * device.refreshRate)
        XCTAssertEqual(feed.clock.now.offset, .seconds(2))
      }
    }
  }

  func testTheListTellsWhatIsVisibleAndWhichWayItTravels() throws {
    try check(count: 100) { feed in
      var told: [String] = []
      feed.onVisible = { told.append("\($0) \($1.rawValue)") }
      feed.appear()
      try await feed.fling(rows: 2, over: .milliseconds(200))
      try await feed.fling(rows: -1, over: .milliseconds(200))
      XCTAssertEqual(told.first, "0..<6 forward")
      XCTAssertEqual(told.suffix(2), ["1..<8 backward", "1..<7 backward"])
      XCTAssertTrue(told.contains("2..<8 forward"))
    }
  }

  func testPrefetchRunsAheadAndIsCalledBack() throws {
    try check(count: 100, prefetchDistance: 3) { feed in
      var wanted: Set<Int> = []
      feed.onPrefetch = { rows in
        for row in rows { XCTAssertTrue(wanted.insert(row).inserted || feed.wasVisible(row)) }
      }
      feed.onCancelPrefetch = { rows in
        for row in rows { XCTAssertNotNil(wanted.remove(row)) }
      }
      feed.appear()
      XCTAssertEqual(wanted, [6, 7, 8])
      try await feed.fling(rows: 10, over: .milliseconds(500))
      XCTAssertEqual(feed.visibleRows, 10..<16)
      XCTAssertTrue(wanted.isSuperset(of: [16, 17, 18]))
      try await feed.fling(rows: -1, over: .milliseconds(100))
      XCTAssertTrue(wanted.isDisjoint(with: [16, 17, 18]))
      XCTAssertTrue(wanted.isSuperset(of: [6, 7, 8]))
      try await feed.jump(to: 50)
      XCTAssertTrue(wanted.isSuperset(of: [56, 57, 58]))
      feed.disappear()
      XCTAssertTrue(wanted.isDisjoint(with: [56, 57, 58]))
    }
  }

  func testWhileTheMainActorIsBusyNothingMovesAndNothingIsDrawn() throws {
    try check(count: 1_000) { feed in
      try await feed.rest(for: .milliseconds(100))
      let before = feed.frames
      feed.device.mainActor.spend(.milliseconds(250))
      try await feed.fling(rows: 20, over: .milliseconds(200))
      XCTAssertEqual(feed.visibleRows.lowerBound, 20)
      XCTAssertEqual(feed.droppedFrames, 14)
      XCTAssertEqual(feed.device.mainActor.missedFrames(at: 60), 14)
      XCTAssertEqual(feed.frames, before + 1)
      XCTAssertFalse(feed.visits.contains { $0.row == 10 })
      feed.device.mainActor.spend(.milliseconds(100))
      try await feed.jump(to: 40)
      XCTAssertEqual(feed.visibleRows.lowerBound, 40)
    }
  }

  func testAnAppOffTheScreenDrawsNothingAndComesBack() throws {
    try check(count: 100) { feed in
      try await feed.rest(for: .milliseconds(100))
      let frames = feed.frames
      feed.device.enterBackground()
      try await feed.fling(rows: 10, over: .seconds(1))
      XCTAssertEqual(feed.frames, frames)
      XCTAssertEqual(feed.visibleRows.lowerBound, 0)
      XCTAssertEqual(feed.droppedFrames, 0)
      feed.device.enterForeground()
      try await feed.fling(rows: 10, over: .seconds(1))
      XCTAssertEqual(feed.visibleRows.lowerBound, 10)
    }
  }

  func testATerminatedAppShowsNothingMore() throws {
    try check(count: 100) { feed in
      _ = feed.device.charge(feed.device.limits.limit)
      let isComplete = try await feed.untilShown(within: .seconds(1))
      XCTAssertFalse(isComplete)
      XCTAssertEqual(feed.frames, 0)
      XCTAssertEqual(feed.visits, [])
    }
  }

  func testACancelledGestureEndsWhereItIs() throws {
    try check(count: 1_000) { feed in
      let task = Task { try await feed.fling(rows: 900, over: .seconds(10)) }
      try await feed.clock.sleep(for: .seconds(1))
      task.cancel()
      let result = await task.result
      XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError) }
      XCTAssertTrue((100..<200).contains(feed.visibleRows.lowerBound))
    }
  }

  func testCellsAreReusedAndLetGo() throws {
    try check(count: 100) { feed in
      try await feed.fling(rows: 50, over: .seconds(1))
      let cell = Weakly(feed.cell(at: 50))
      XCTAssertNotNil(cell.object)
      XCTAssertNil(feed.cell(at: 49))
      feed.disappear()
      XCTAssertNil(cell.object)
      XCTAssertEqual(feed.visibleRows, 0..<0)
      XCTAssertTrue(feed.visits.allSatisfy { $0.leftAt != nil })
      feed.appear()
      XCTAssertEqual(feed.visibleRows, 50..<56)
    }
  }

  private func check(
    count: Int, device: DeviceClass = .phone2GB, rowHeight: Int? = nil,
    prefetchDistance: Int? = nil,
    _ body: @escaping @MainActor @Sendable (SimulatedFeed) async throws -> Void
  ) throws {
    let simulation = Simulation()
    let device = SimulatedDevice(device, simulation: simulation)
    let run = simulation.run { @MainActor in
      let feed = SimulatedFeed(
        rows: FeedRow.numbered(count, maxPixelSize: 360), device: device, simulation: simulation,
        rowHeight: rowHeight, prefetchDistance: prefetchDistance
      ) { EmptyCell() }
      try await body(feed)
    }
    try run.get()
    XCTAssertTrue(run.leftovers.isEmpty)
    XCTAssertEqual(run.remarks, [])
  }
}

extension SimulatedFeed {
  fileprivate var clock: SimulatedClock { simulation.clock }

  fileprivate func wasVisible(_ row: Int) -> Bool {
    visits.contains { $0.row == row }
  }
}

private struct Weakly {
  weak var object: (any ImageShowing)?
  init(_ object: (any ImageShowing)?) { self.object = object }
}

@MainActor
private final class EmptyCell: ImageShowing {
  var drawn: Bitmap? { nil }
  func bind(_ key: ImageKey?) {}
  func prepareForReuse() {}
}
