import SimulatedPhone
import Simulation
import Vocabulary
import XCTest

final class CellReuseTests: XCTestCase {
  func testACellIsGivenUpBeforeItIsBoundAgain() throws {
    let words = try words { feed in
      try await feed.fling(rows: 30, over: .seconds(1))
      feed.disappear()
    }
    XCTAssertGreaterThan(words.count, 5)
    XCTAssertLessThan(words.count, 9)
    XCTAssertEqual(words.joined().filter { $0 != "reuse" }.count, 36)
    for calls in words {
      for (number, call) in calls.enumerated() {
        XCTAssertEqual(call == "reuse", number % 2 == 1, "\(calls)")
      }
      XCTAssertEqual(calls.last, "reuse")
    }
  }

  func testARowKeepsItsCellWhileItIsOnTheScreen() throws {
    let words = try words { feed in
      feed.appear()
      let cell = feed.cell(at: 3)
      try await feed.fling(rows: 2, over: .milliseconds(300))
      XCTAssertTrue(feed.cell(at: 3) === cell)
      try await feed.fling(rows: -2, over: .milliseconds(300))
      XCTAssertTrue(feed.cell(at: 3) === cell)
      feed.disappear()
    }
    XCTAssertEqual(words.joined().filter { $0 == "/p/3 @360" }.count, 1)
  }

  func testAPictureThatTurnsWrongIsReportedThen() throws {
    let simulation = Simulation()
    let device = SimulatedDevice(.phone2GB, simulation: simulation)
    let run = simulation.run { @MainActor in
      let cell = LooseCell()
      let feed = SimulatedFeed(
        rows: FeedRow.numbered(1, maxPixelSize: 360), device: device, simulation: simulation
      ) { cell }
      let size = PixelSize(width: 4000, height: 3000)
      let pictures = [0, 4, 0, 5].map {
        SyntheticPhoto(id: $0, size: size).picture(maxPixelSize: 360)
      }
      for picture in pictures {
        cell.drawn = picture
        try await feed.rest(for: .milliseconds(100))
      }
      cell.drawn = nil
      try await feed.rest(for: .milliseconds(100))
      withExtendedLifetime(pictures) {}
      return (feed.violations.map(\.kind), feed.visits.map(\.wait), feed.rowsWithoutPicture)
    }
    let (kinds, waits, missing) = try run.get()
    XCTAssertEqual(kinds, [.wrongPhoto(4), .wrongPhoto(5)])
    XCTAssertEqual(waits, [.nanoseconds(16_666_666)])
    XCTAssertEqual(missing, [])
  }

  /// The calls that each cell got, in order.
  private func words(
    _ body: @escaping @MainActor @Sendable (SimulatedFeed) async throws -> Void
  ) throws -> [[String]] {
    let simulation = Simulation()
    let device = SimulatedDevice(.phone2GB, simulation: simulation)
    return try simulation.run { @MainActor in
      var cells: [LooseCell] = []
      let feed = SimulatedFeed(
        rows: FeedRow.numbered(100, maxPixelSize: 360), device: device, simulation: simulation
      ) {
        cells.append(LooseCell())
        return cells[cells.count - 1]
      }
      try await body(feed)
      return cells.map(\.calls)
    }.get()
  }
}

/// Notes its calls, and draws what a test puts there.
@MainActor
private final class LooseCell: ImageShowing {
  var drawn: Bitmap?
  private(set) var calls: [String] = []

  func bind(_ key: ImageKey?) { calls.append(key.map { "\($0)" } ?? "nothing") }
  func prepareForReuse() { calls.append("reuse") }
}
