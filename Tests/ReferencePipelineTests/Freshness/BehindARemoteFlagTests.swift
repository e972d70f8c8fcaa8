import BehindARemoteFlagSolution
import XCTest

final class BehindARemoteFlagTests: XCTestCase {
  private let ids = (0..<10_000).map { "user \($0)" }

  func testOneIDHasOneAnswer() {
    let flag = RemoteFlag(name: "decode size", shares: ["2GB": 1_000])
    for id in ids.prefix(100) {
      let answers = Set((0..<100).map { _ in flag.isOn(for: id, on: "2GB") })
      XCTAssertEqual(answers.count, 1)
    }
    // Kept for good: a change of the hash would throw everyone out.
    XCTAssertEqual(flag.bucket(of: "user 1"), RemoteFlag(name: "decode size").bucket(of: "user 1"))
  }

  func testTheShareIsMet() {
    let flag = RemoteFlag(name: "decode size", shares: ["2GB": 1_000])
    let count = ids.count { flag.isOn(for: $0, on: "2GB") }
    // Three standard deviations around a tenth of ten thousand.
    XCTAssertEqual(Double(count), 1_000, accuracy: 90)
  }

  func testRaisingTheShareKeepsEveryoneWhoIsIn() {
    let small = RemoteFlag(name: "f", shares: ["2GB": 500])
    let large = RemoteFlag(name: "f", shares: ["2GB": 2_000])
    for id in ids where small.isOn(for: id, on: "2GB") {
      XCTAssertTrue(large.isOn(for: id, on: "2GB"))
    }
  }

  func testTwoFlagsAreIndependentUnlessTheyShareASalt() {
    let first = RemoteFlag(name: "first", shares: ["2GB": 1_000])
    let second = RemoteFlag(name: "second", shares: ["2GB": 1_000])
    let twin = RemoteFlag(name: "twin", salt: "first", shares: ["2GB": 1_000])
    let both = ids.count { first.isOn(for: $0, on: "2GB") && second.isOn(for: $0, on: "2GB") }
    XCTAssertEqual(Double(both), 100, accuracy: 30)
    XCTAssertTrue(
      ids.allSatisfy { first.isOn(for: $0, on: "2GB") == twin.isOn(for: $0, on: "2GB") })
  }

  func testTheKillSwitchReachesIntoASessionAndNothingElseDoes() {
    var flag = RemoteFlag(name: "f", shares: ["2GB": RemoteFlag.buckets])
    let inside = FlagReading(flag, id: "a", deviceClass: "2GB")
    let outside = FlagReading(RemoteFlag(name: "f"), id: "a", deviceClass: "2GB")
    XCTAssertTrue(inside.isOn(now: flag))
    XCTAssertFalse(outside.isOn(now: flag), "the session began before the share was raised")
    flag.shares = [:]
    XCTAssertTrue(inside.isOn(now: flag), "a smaller share is for the next session")
    flag.isKilled = true
    XCTAssertFalse(inside.isOn(now: flag))
    XCTAssertFalse(flag.isOn(for: "a", on: "2GB"))
  }

  func testTooFewSessionsHold() {
    let few = SessionCount(sessions: 9_999, memoryTerminations: 0)
    let many = SessionCount(sessions: 1_000_000, memoryTerminations: 5_000)
    XCTAssertEqual(RampPolicy().decision(share: 100, treated: few, control: many), .hold)
    XCTAssertEqual(RampPolicy().decision(share: 100, treated: many, control: few), .hold)
  }

  func testWidensOnlyWithProofThatItIsNotWorse() {
    let control = SessionCount(sessions: 1_000_000, memoryTerminations: 5_000)
    func decide(_ terminations: Int) -> RampPolicy.Decision {
      let treated = SessionCount(sessions: 1_000_000, memoryTerminations: terminations)
      return RampPolicy().decision(share: 100, treated: treated, control: control)
    }
    XCTAssertEqual(decide(4_000), .widen(to: 500))
    XCTAssertEqual(decide(5_000), .widen(to: 500))
    XCTAssertEqual(decide(5_100), .widen(to: 500), "within the tolerance")
    XCTAssertEqual(decide(5_600), .goBack)
  }

  func testBetweenTheTwoProofsItHolds() {
    let control = SessionCount(sessions: 20_000, memoryTerminations: 100)
    let treated = SessionCount(sessions: 20_000, memoryTerminations: 105)
    XCTAssertEqual(RampPolicy().decision(share: 100, treated: treated, control: control), .hold)
  }

  func testFullIsFull() {
    let good = SessionCount(sessions: 1_000_000, memoryTerminations: 1_000)
    XCTAssertEqual(
      RampPolicy().decision(share: RemoteFlag.buckets, treated: good, control: good), .hold)
  }

  func testCheapestDevicesGoFirst() {
    let good = SessionCount(sessions: 1_000_000, memoryTerminations: 1_000)
    let counts = [
      "2GB": (treated: good, control: good), "12GB": (treated: good, control: good),
    ]
    let flag = RemoteFlag(name: "f", shares: ["2GB": 100, "12GB": 100])
    let next = RampPolicy().next(flag, classes: ["2GB", "4GB", "12GB"], counts: counts)
    XCTAssertEqual(next.shares["2GB"], 500)
    XCTAssertEqual(next.shares["4GB"], 100, "a class without counts starts with the first step")
    XCTAssertEqual(next.shares["12GB"], 100, "the middle class is not there yet")
  }

  func testABadClassGoesBackAndHoldsTheDearerOnes() {
    let good = SessionCount(sessions: 1_000_000, memoryTerminations: 1_000)
    let bad = SessionCount(sessions: 1_000_000, memoryTerminations: 3_000)
    let counts = ["2GB": (treated: bad, control: good), "4GB": (treated: good, control: good)]
    let flag = RemoteFlag(name: "f", shares: ["2GB": 500, "4GB": 100])
    let next = RampPolicy().next(flag, classes: ["2GB", "4GB"], counts: counts)
    XCTAssertEqual(next.shares, ["2GB": 0, "4GB": 100])
  }
}
