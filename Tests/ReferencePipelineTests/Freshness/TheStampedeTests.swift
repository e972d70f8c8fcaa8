import TheStampedeSolution
import Simulation
import XCTest

final class TheStampedeTests: XCTestCase {
  func testTenThousandClientsComeBackAsAPlateau() {
    let policy = RetryPolicy(base: .seconds(30), cap: .seconds(60))
    var arrivals: [Int: Int] = [:]
    for client in 0..<10_000 {
      var generator = SplitMix64(seed: UInt64(client))
      let delay = policy.delay(before: 0, using: &generator) ?? .zero
      arrivals[Int(delay / .seconds(1)), default: 0] += 1
    }
    // Evenly over thirty seconds would be 333 a second.
    XCTAssertLessThan(arrivals.values.max() ?? .max, 420)
  }

  func testTheMeanIsTheNominalAndTheSpreadReachesBothEnds() {
    let jitter = Jitter(share: 0.15)
    var generator = SplitMix64(seed: 1)
    let hours = (0..<20_000).map { _ in
      jitter.applied(to: .seconds(3600), using: &generator) / .seconds(3600)
    }
    XCTAssertEqual(hours.reduce(0, +) / 20_000, 1, accuracy: 0.01)
    XCTAssertEqual(hours.min() ?? 0, 0.85, accuracy: 0.001)
    XCTAssertEqual(hours.max() ?? 0, 1.15, accuracy: 0.001)
    XCTAssertTrue(hours.allSatisfy { (0.85...1.15).contains($0) })
  }

  func testDelaysAreNeverNegativeAndNothingStaysNothing() {
    for share in [-1, 0, 0.5, 1, 7, .infinity, .nan] {
      let jitter = Jitter(share: share)
      XCTAssertTrue((0...1).contains(jitter.share), "\(share)")
      var generator = SplitMix64(seed: 2)
      for _ in 0..<1_000 {
        XCTAssertGreaterThanOrEqual(jitter.applied(to: .seconds(5), using: &generator), .zero)
      }
      XCTAssertEqual(jitter.applied(to: .zero, using: &generator), .zero)
      XCTAssertEqual(jitter.applied(to: .seconds(-5), using: &generator), .zero)
    }
  }

  func testAnExpiryIsStableAcrossLaunchesAndDiffersBetweenClients() {
    let policy = ExpiryPolicy(jitter: Jitter(share: 0.15), client: "install 1")
    let first = policy.timeToLive(.seconds(3600), of: "/p/7")
    let relaunched = ExpiryPolicy(jitter: Jitter(share: 0.15), client: "install 1")
    XCTAssertEqual(relaunched.timeToLive(.seconds(3600), of: "/p/7"), first)
    XCTAssertNotEqual(policy.timeToLive(.seconds(3600), of: "/p/8"), first)
    let other = ExpiryPolicy(jitter: Jitter(share: 0.15), client: "install 2")
    XCTAssertNotEqual(other.timeToLive(.seconds(3600), of: "/p/7"), first)
  }

  func testAThousandEntriesOfOneBurstExpireOneByOne() {
    let policy = ExpiryPolicy(jitter: Jitter(share: 0.15), client: "install 1")
    var expiries: [Int: Int] = [:]
    for entry in 0..<1_000 {
      let life = policy.timeToLive(.seconds(3600), of: "/p/\(entry)")
      expiries[Int(life / .seconds(1)), default: 0] += 1
    }
    // A thousand over 1,080 seconds.
    XCTAssertLessThanOrEqual(expiries.values.max() ?? .max, 8)
  }

  func testRetriesDoubleUpToTheCapAndEnd() {
    let policy = RetryPolicy(base: .seconds(1), cap: .seconds(10), attempts: 6)
    XCTAssertEqual(
      (0..<6).map(policy.bound), [1, 2, 4, 8, 10, 10].map { Duration.seconds($0) })
    XCTAssertEqual(policy.bound(of: 1_000_000), .seconds(10))
    var generator = SplitMix64(seed: 3)
    XCTAssertNil(policy.delay(before: 6, using: &generator))
    XCTAssertNil(policy.delay(before: -1, using: &generator))
  }

  func testFullJitterFillsTheWholeRangeFromTheFirstAttemptOn() {
    let policy = RetryPolicy(base: .seconds(4), cap: .seconds(60))
    var generator = SplitMix64(seed: 4)
    let first = (0..<5_000).compactMap { _ in policy.delay(before: 0, using: &generator) }
    XCTAssertLessThan(first.min() ?? .seconds(9), .milliseconds(10))
    XCTAssertGreaterThan(first.max() ?? .zero, .milliseconds(3_990))
  }

  func testRetryAfterIsTheEarliestAndIsSpreadToo() {
    let policy = RetryPolicy(base: .seconds(4), cap: .seconds(8))
    var generator = SplitMix64(seed: 5)
    let delays = (0..<1_000).compactMap { _ in
      policy.delay(before: 0, retryAfter: .seconds(120), using: &generator)
    }
    XCTAssertTrue(delays.allSatisfy { (.seconds(120)...(.seconds(124))).contains($0) })
    XCTAssertGreaterThan(Set(delays).count, 900)
    XCTAssertNotNil(policy.delay(before: 0, retryAfter: .seconds(-3), using: &generator))
  }

  func testTheSameSeedGivesTheSameDelays() {
    func delays() -> [Duration?] {
      var generator = SplitMix64(seed: 6)
      return (0..<6).map { RetryPolicy().delay(before: $0, using: &generator) }
    }
    XCTAssertEqual(delays(), delays())
  }
}
