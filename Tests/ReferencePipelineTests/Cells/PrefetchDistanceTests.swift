import PrefetchIsABetSolution
import SimulatedPhone
import Simulation
import SomeoneElsesPhotoSolution
import Synchronization
import Vocabulary
import XCTest

/// The distance is chosen by what a scripted scroll measures, on the simulated phone.
final class PrefetchDistanceTests: XCTestCase {
  private static let distances = [0, 5, 20, 100]

  func testTheTableOfAScrollIsRightAndTheChoiceFollows() throws {
    let table = try Self.distances.map { try trial(distance: $0).trial }
    let lines = table.map { "\($0.distance): \($0.visibleP95), \($0.wastedBytes) wasted" }
    let detail = lines.joined(separator: "\n")
    XCTAssertEqual(table.map(\.distance), Self.distances)
    XCTAssertEqual(table[0].wastedBytes, 0, "without a bet nothing is lost\n\(detail)")
    XCTAssertGreaterThan(table[0].visibleP95, table[2].visibleP95, detail)
    XCTAssertLessThan(table[1].wastedBytes, table[3].wastedBytes, detail)
    let frame = Duration.milliseconds(17)
    let chosen = try XCTUnwrap(PrefetchTrial.distance(from: table, slack: frame), detail)
    let best = try XCTUnwrap(table.map(\.visibleP95).min())
    for line in table {
      let isGood = line.visibleP95 <= best + frame
      XCTAssertTrue(line.distance != chosen || isGood, detail)
      XCTAssertTrue(line.distance >= chosen || !isGood, detail)
    }
  }

  func testOneScrollMeasuresTheSameTwice() throws {
    let first = try trial(distance: 5)
    let second = try trial(distance: 5)
    XCTAssertEqual(first.trial, second.trial)
    XCTAssertEqual(first.counts, second.counts)
  }

  func testTheCountsAreThoseOfTheLoadsThatRan() throws {
    for distance in Self.distances {
      for seed: UInt64 in 0..<10 {
        let run = try trial(distance: distance, schedule: .shuffled(seed))
        let place = "distance \(distance), seed \(seed)"
        XCTAssertEqual(run.counts.finished, run.finishedCount, place)
        XCTAssertEqual(run.counts.wasted, run.unseenCount, place)
        XCTAssertEqual(run.violations, [], place)
        XCTAssertEqual(run.counts.running, 0, place)
      }
    }
  }

  private struct Outcome: Sendable {
    var trial: PrefetchTrial
    var counts: PrefetchCounts
    /// How many prefetches went to their end, by the log of the loads.
    var finishedCount: Int
    /// How many of them were for rows that were not on the screen then or later.
    var unseenCount: Int
    var violations: [DrawViolation]
  }

  /// Scrolls down, a little up again, and leaves, with one distance.
  private func trial(distance: Int, schedule: Schedule = .inOrder) throws -> Outcome {
    let simulation = Simulation(schedule: schedule)
    let device = SimulatedDevice(.phone4GB, simulation: simulation)
    let rows = FeedRow.numbered(400, maxPixelSize: 360)
    return try simulation.run { @MainActor in
      let shop = PhotoShop(rows, simulation)
      let prefetcher = Prefetcher(
        PrefetchPlan(distance: distance, rowCount: rows.count), load: shop.prefetch)
      let feed = SimulatedFeed(rows: rows, device: device, simulation: simulation) {
        PhotoCell(loader: shop, held: shop.kept)
      }
      feed.onVisible = { prefetcher.show($0, $1) }
      try await feed.fling(rows: 200, over: .seconds(20))
      try await feed.rest(for: .milliseconds(400))
      try await feed.fling(rows: -10, over: .seconds(1))
      try await feed.rest(for: .seconds(2))
      let end = simulation.clock.now
      let waits = feed.visits.map { visit in
        visit.wait ?? visit.visibleAt.duration(to: visit.leftAt ?? end)
      }
      let unseen = shop.prefetched.filter { load in
        !feed.visits.contains { $0.row == load.row && ($0.leftAt ?? end) >= load.at }
      }
      feed.disappear()
      prefetcher.show(0..<0, .forward)
      try await simulation.untilQuiet()
      let trial = try XCTUnwrap(
        PrefetchTrial(distance: distance, waits: waits, counts: prefetcher.counts))
      return Outcome(
        trial: trial, counts: prefetcher.counts, finishedCount: shop.prefetched.count,
        unseenCount: unseen.count, violations: feed.violations)
    }.get()
  }
}

/// Photos by row, slower the more are under way, and a memory tier without a limit.
private final class PhotoShop: ImageLoading {
  private struct State {
    var kept: [ImageKey: Bitmap] = [:]
    var prefetched: [(row: Int, at: SimulatedClock.Instant)] = []
    var underWay: [ImageKey: SimulatedClock.Instant] = [:]
  }

  private let rows: [FeedRow]
  private let numbers: [ImageKey: Int]
  private let simulation: Simulation
  private let state = Mutex(State())

  init(_ rows: [FeedRow], _ simulation: Simulation) {
    self.rows = rows
    self.simulation = simulation
    numbers = Dictionary(
      rows.enumerated().compactMap { number, row in row.key.map { ($0, number) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// The rows whose prefetch went to its end, and when.
  var prefetched: [(row: Int, at: SimulatedClock.Instant)] { state.withLock { $0.prefetched } }

  func kept(_ key: ImageKey) -> Bitmap? { state.withLock { $0.kept[key] } }

  func image(for key: ImageKey) async throws -> Bitmap {
    try await fetch(key)
  }

  @Sendable
  func prefetch(_ row: Int) async throws -> PrefetchEnd {
    guard let key = rows[row].key, kept(key) == nil else { return .held }
    _ = try await fetch(key)
    state.withLock { $0.prefetched.append((row, simulation.clock.now)) }
    return .finished(byteCount: 48_000)
  }

  private func fetch(_ key: ImageKey) async throws -> Bitmap {
    let now = simulation.clock.now
    // Who asks for what is under way waits for the same instant.
    let end = state.withLock { state in
      state.underWay = state.underWay.filter { $0.value > now }
      let wait = Duration.milliseconds(150 + 4 * state.underWay.count)
      let end = state.underWay[key] ?? now.advanced(by: wait)
      state.underWay[key] = end
      return end
    }
    try await simulation.clock.sleep(until: end)
    let photo = rows[numbers[key] ?? 0].photo
    let picture = photo.picture(maxPixelSize: key.maxPixelSize)
    state.withLock { $0.kept[key] = picture }
    return picture
  }
}
