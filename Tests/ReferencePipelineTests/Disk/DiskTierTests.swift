import DiskTierSolution
import Simulation
import XCTest

/// The reference keeps every promise, under each order of jobs.
final class DiskTierTests: XCTestCase {
  private static let makeTier: TierMaker = { files, budget in
    DiskTier(files: files, budget: budget)
  }

  private func verify(_ checks: [TierCheck], seeds: Range<UInt64>) {
    for check in checks {
      for hops in ActorHops.allCases {
        for schedule in [Schedule.inOrder] + seeds.map({ .shuffled($0) }) {
          let run = TierRun(makeTier: Self.makeTier, schedule: schedule, hops: hops)
          let complaints = check.complaints(run)
          XCTAssertEqual(complaints, [], "\(check.name), \(schedule), hops \(hops)")
          if !complaints.isEmpty { break }
        }
      }
    }
  }

  func testKeeping() { verify(TierCheck.keeping, seeds: 0..<20) }
  func testEvicting() { verify(TierCheck.evicting, seeds: 0..<5) }
  func testNaming() { verify(TierCheck.naming, seeds: 0..<5) }
  func testDamaging() { verify(TierCheck.damaging, seeds: 0..<2) }
  func testHurrying() { verify(TierCheck.hurrying, seeds: 0..<100) }
  func testEnding() { verify(TierCheck.ending, seeds: 0..<1) }
}
