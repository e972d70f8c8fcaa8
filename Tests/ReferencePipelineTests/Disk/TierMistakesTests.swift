import Simulation
import XCTest

/// The checks let another right tier through, and catch each known mistake.
final class TierMistakesTests: XCTestCase {
  /// The check that is there for the mistake. Others may fail too.
  private static let catches: [CarelessTier.Mistake: String] = [
    .orderByCreation: "what was used least recently goes first",
    .orderInMemoryOnly: "the order of use outlasts a relaunch",
    .writesInPlace: "the app ends at each step of an insert",
    .forgetsTheFlush: "survives a relaunch",
    .nameIsLastPathPart: "two URLs never share a file, and any URL has a name",
    .looksAtNoChecksum: "one flipped bit is a miss, and the file goes",
    .keepsDamagedFiles: "a file that is cut off is a miss, and goes",
    .looksAtNoURL: "a foreign file is never served",
    .trustsItsIndex: "the folder is emptied at any moment",
    .budgetAtStartOnly: "the budget holds after every insert, and nearly so meanwhile",
    .noBudget: "the app ends at each step of an eviction",
    .countsBytesNotBlocks: "small files cost their blocks",
    .countsEntriesTwice: "an overwrite needs no more room than it takes",
    .keepsEmptyBodies: "an empty body is not kept, and the former one goes",
    .keepsTheFormer: "an empty body is not kept, and the former one goes",
    .returnsTooEarly: "a read before the flush gets the bytes",
    .removalOvertakes: "a removal during a store wins",
    .evictsOnlyWithOrderWritten: "without space it still answers and still evicts",
    .evictsForAnyBody: "a body over the budget is not kept and evicts nothing",
  ]

  func testAnotherRightTierPasses() {
    for check in TierCheck.all {
      let run = TierRun(makeTier: { CarelessTier(files: $0, budget: $1) })
      XCTAssertEqual(check.complaints(run), [], check.name)
    }
  }

  func testEachMistakeIsCaught() throws {
    for mistake in CarelessTier.Mistake.allCases {
      let name = try XCTUnwrap(Self.catches[mistake], "\(mistake)")
      let check = try XCTUnwrap(TierCheck.all.first { $0.name == name }, name)
      let run = TierRun(makeTier: { CarelessTier(files: $0, budget: $1, mistake: mistake) })
      XCTAssertFalse(check.complaints(run).isEmpty, "\(mistake) passes '\(name)'.")
    }
  }
}
