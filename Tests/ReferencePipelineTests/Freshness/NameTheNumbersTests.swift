import NameTheNumbersSolution
import Simulation
import Vocabulary
import XCTest

final class NameTheNumbersTests: XCTestCase {
  func testPlacesAreNearestRanks() {
    let places = [1, 5, 20, 21, 100].map { NearestRank.place(ofPercent: 95, among: $0) }
    XCTAssertEqual(places, [1, 5, 19, 20, 95])
    XCTAssertEqual(NearestRank.place(ofPercent: 50, among: 10), 5)
    XCTAssertEqual(NearestRank.place(ofPercent: 99, among: 100), 99)
    XCTAssertEqual(NearestRank.place(ofPercent: 100, among: 7), 7)
    XCTAssertNil(NearestRank.place(ofPercent: 95, among: 0))
    XCTAssertEqual(NearestRank.place(ofPercent: 95, among: .max), .max / 100 * 95 + 7)
  }

  func testAPercentileIsWithinItsErrorAndTheSamples() throws {
    var random = SplitMix64(seed: 1)
    var sketch = DurationSketch()
    var samples: [Double] = []
    for _ in 0..<5_000 {
      let milliseconds = Double.random(in: 0.01...900, using: &random)
      samples.append(milliseconds)
      sketch.add(.milliseconds(milliseconds))
    }
    samples.sort()
    for percent in [1, 50, 90, 95, 99, 100] {
      let place = try XCTUnwrap(NearestRank.place(ofPercent: percent, among: samples.count))
      let exact = samples[place - 1]
      let found = try XCTUnwrap(sketch.percentile(percent))
      XCTAssertEqual(found / .milliseconds(1), exact, accuracy: exact * 0.0101, "p\(percent)")
      XCTAssertGreaterThanOrEqual(found, .milliseconds(samples[0]))
      XCTAssertLessThanOrEqual(found, .milliseconds(samples[samples.count - 1]))
    }
  }

  func testOneToAHundredAndNotTheMean() throws {
    var sketch = DurationSketch()
    for value in 1...99 { sketch.add(.milliseconds(value)) }
    sketch.add(.seconds(100))
    let p95 = try XCTUnwrap(sketch.percentile(95)) / .milliseconds(1)
    XCTAssertEqual(p95, 95, accuracy: 0.96)
  }

  func testUnderTheStatedNumberThereIsNoFigure() {
    var sketch = DurationSketch()
    for value in 1...19 { sketch.add(.milliseconds(value)) }
    XCTAssertNil(sketch.percentile(95))
    sketch.add(.milliseconds(20))
    XCTAssertNotNil(sketch.percentile(95))
    XCTAssertNil(DurationSketch().percentile(50, minimumSamples: 0))
  }

  func testExtremeDurationsStayInRange() {
    var sketch = DurationSketch()
    for duration in [Duration.zero, .seconds(-4), .nanoseconds(1), .seconds(1_000_000_000)] {
      sketch.add(duration)
    }
    XCTAssertEqual(sketch.percentile(1, minimumSamples: 1), .microseconds(1))
    XCTAssertEqual(sketch.percentile(100, minimumSamples: 1), .seconds(86_400))
  }

  func testMergedFiguresAreThoseOfBoth() {
    let events = randomEvents(loads: 600, seed: 2)
    var whole = LoadMetrics()
    events.forEach { whole.record($0) }
    var first = LoadMetrics()
    var second = LoadMetrics()
    for event in events {
      if event.load.rawValue.isMultiple(of: 2) { first.record(event) } else { second.record(event) }
    }
    first.merge(second)
    XCTAssertEqual(first.visibleToShown, whole.visibleToShown)
    XCTAssertEqual(first.visibleToShown.percentile(95), whole.visibleToShown.percentile(95))
    XCTAssertEqual(first.memoryHitRate, whole.memoryHitRate)
    XCTAssertEqual(first.wastedPrefetchShare, whole.wastedPrefetchShare)
    XCTAssertEqual(first.downloadedBytes, whole.downloadedBytes)
  }

  func testEachLoadEndsExactlyOnce() {
    var metrics = LoadMetrics()
    randomEvents(loads: 2_000, seed: 3).forEach { metrics.record($0) }
    XCTAssertEqual(
      metrics.requested,
      metrics.memoryHits + metrics.loaded + metrics.failed + metrics.cancelled)
    XCTAssertEqual(metrics.contradictions, 0)
    XCTAssertEqual(metrics.runningLoads, 0)
  }

  func testASecondEndIsAContradictionAndCountsOnce() {
    var metrics = LoadMetrics()
    record([(1, .requested(.visible)), (1, .memoryHit), (1, .loaded), (2, .failed)], in: &metrics)
    XCTAssertEqual(metrics.memoryHits, 1)
    XCTAssertEqual(metrics.loaded, 0)
    XCTAssertEqual(metrics.failed, 0)
    XCTAssertEqual(metrics.contradictions, 2)
  }

  func testCancelledLoadsAreNoMisses() {
    var metrics = LoadMetrics()
    record(
      [(1, .requested(.visible)), (1, .memoryHit), (2, .requested(.visible)), (2, .cancelled)],
      in: &metrics)
    XCTAssertEqual(metrics.memoryHitRate, 1)
    XCTAssertEqual(metrics.cancelledShare, 0.5)
  }

  func testAPromotedDiskHitIsOneHit() {
    var metrics = LoadMetrics()
    record(
      [(1, .requested(.visible)), (1, .diskHit), (1, .diskHit), (1, .loaded)], in: &metrics)
    XCTAssertEqual(metrics.diskHits, 1)
    XCTAssertEqual(metrics.diskHitRate, 1)
    XCTAssertEqual(metrics.memoryHitRate, 0)
  }

  func testAPrefetchIsWastedWhereItsPictureWasNeverShown() {
    var metrics = LoadMetrics()
    record(
      [
        (1, .requested(.prefetch)), (1, .loaded), (1, .shown(afterVisible: .zero)),
        (2, .requested(.prefetch)), (2, .loaded), (3, .requested(.prefetch)), (3, .cancelled),
      ], in: &metrics)
    XCTAssertEqual(metrics.wastedPrefetchShare, 0.5)
  }

  func testAPrefetchThatIsShownAfterFourThousandOthersCountsAsWasted() {
    var metrics = LoadMetrics()
    for load in UInt64(0)..<5_000 {
      record([(load, .requested(.prefetch)), (load, .loaded)], in: &metrics)
    }
    record([(0, .shown(afterVisible: .zero)), (4_999, .shown(afterVisible: .zero))], in: &metrics)
    XCTAssertEqual(metrics.shownPrefetches, 1)
    XCTAssertEqual(metrics.finishedPrefetches, 5_000)
  }

  func testWithoutLoadsThereIsNoShare() {
    XCTAssertNil(LoadMetrics().memoryHitRate)
    XCTAssertNil(LoadMetrics().cancelledShare)
    XCTAssertNil(LoadMetrics().wastedPrefetchShare)
  }

  private func record(_ steps: [(UInt64, LoadEvent.Step)], in metrics: inout LoadMetrics) {
    for (load, step) in steps {
      metrics.record(LoadEvent(load: .init(rawValue: load), step: step))
    }
  }

  private func randomEvents(loads: UInt64, seed: UInt64) -> [LoadEvent] {
    var random = SplitMix64(seed: seed)
    return (0..<loads).flatMap { number in
      var steps: [LoadEvent.Step] = [
        .requested(Bool.random(using: &random) ? .visible : .prefetch)
      ]
      switch Int.random(in: 0..<5, using: &random) {
      case 0: steps.append(.memoryHit)
      case 1:
        steps += [.diskHit, .decoded(duration: .milliseconds(3), onMainActor: false), .loaded]
      case 2: steps += [.downloaded(bytes: 48_000), .loaded]
      case 3: steps.append(.failed)
      default: steps.append(.cancelled)
      }
      let wait = Int.random(in: 1...400, using: &random)
      if Bool.random(using: &random) { steps.append(.shown(afterVisible: .milliseconds(wait))) }
      return steps.map { LoadEvent(load: .init(rawValue: number), step: $0) }
    }
  }
}
