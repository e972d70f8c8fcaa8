import XCTest

@testable import Simulation

final class ChooserTests: XCTestCase {
  func testOneReadyJobIsNoChoice() {
    var chooser = Chooser(.replay([1]), recordsChoices: true)
    XCTAssertEqual(chooser.choose(among: 1), 0)
    XCTAssertEqual(chooser.choose(among: 2), 1)
    XCTAssertEqual(chooser.choices, [1])
  }

  func testReplayGoesOnInOrder() {
    var chooser = Chooser(.replay([2, 1]), recordsChoices: false)
    XCTAssertEqual((0..<4).map { _ in chooser.choose(among: 3) }, [2, 1, 0, 0])
    XCTAssertFalse(chooser.hasMisfit)
    XCTAssertNil(chooser.choices)
  }

  func testAMisfitTakesTheNearestJobAndIsNoted() {
    for (wanted, taken) in [(7, 2), (-1, 0), (Int.max, 2), (Int.min, 0)] {
      var chooser = Chooser(.replay([wanted]), recordsChoices: false)
      XCTAssertEqual(chooser.choose(among: 3), taken)
      XCTAssertTrue(chooser.hasMisfit)
    }
  }

  func testShuffledPicksAreEvenlySpread() {
    var chooser = Chooser(.shuffled(3), recordsChoices: false)
    var counts = [0, 0, 0, 0, 0]
    for _ in 0..<50_000 { counts[chooser.choose(among: 5)] += 1 }
    // Ten standard deviations of a fair draw around the mean: the seed is fixed, so no luck here.
    for count in counts { XCTAssertEqual(Double(count), 10_000, accuracy: 900) }
  }

  /// What Java's SplittableRandom, the same algorithm, gives first for seed 1234567.
  func testGeneratorIsSplitMix64() {
    var random = SplitMix64(seed: 1_234_567)
    XCTAssertEqual(
      (0..<3).map { _ in random.next() },
      [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
  }
}
