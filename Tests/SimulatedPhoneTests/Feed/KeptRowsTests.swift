import SimulatedPhone
import Simulation
import Synchronization
import Vocabulary
import XCTest

/// What a list keeps of rows that have gone by.
final class KeptRowsTests: XCTestCase {
  func testNothingIsKeptOfARowThatHasLeftTheScreen() throws {
    let simulation = Simulation()
    let device = SimulatedDevice(.phone12GB, simulation: simulation)
    let made = Counter()
    let numbered = FeedRows.numbered(20_000, maxPixelSize: 360)
    let rows = FeedRows(count: numbered.count) { number in
      made.value.withLock { $0 += 1 }
      return numbered[number]
    }
    let run = simulation.run { @MainActor in
      let feed = SimulatedFeed(
        rows: rows, device: device, simulation: simulation, keepsVisits: false
      ) { EmptyCell() }
      var ended: [Int] = []
      feed.onLeave = { ended.append($0.row) }
      try await feed.fling(rows: 20_000, over: .seconds(20))
      XCTAssertEqual(feed.visits, [])
      XCTAssertEqual(feed.currentVisits.map(\.row), Array(feed.visibleRows))
      XCTAssertEqual(ended + feed.currentVisits.map(\.row), Array(0..<20_000))
      feed.disappear()
      XCTAssertEqual(feed.currentVisits, [])
      return ended
    }
    XCTAssertEqual(try run.get(), Array(0..<20_000))
    XCTAssertEqual(made.value.withLock { $0 }, 20_000, "each row is made once")
  }

  func testRowsOnDemandAreThoseOfTheArray() {
    let rows = FeedRows.numbered(3, maxPixelSize: 360)
    XCTAssertEqual(Array(rows), FeedRow.numbered(3, maxPixelSize: 360))
    XCTAssertEqual(Array(FeedRows(Array(rows))), Array(rows))
    XCTAssertEqual(FeedRows.numbered(-1, maxPixelSize: 360).count, 0)
  }
}

private final class Counter: Sendable {
  let value = Mutex(0)
}

/// Draws nothing.
@MainActor
private final class EmptyCell: ImageShowing {
  let drawn: Bitmap? = nil

  func bind(_ key: ImageKey?) {}
  func prepareForReuse() {}
}
