import Simulation
import XCTest

final class ScheduleShrinkerTests: XCTestCase {
  func testKeepsOnlyThePicksThatMatter() {
    let choices = (0..<60).map { $0 % 4 + 1 }
    let short = ScheduleShrinker.shrink(choices) { $0.count > 17 && $0[5] == 2 && $0[17] == 2 }
    XCTAssertEqual(short.count, 18)
    XCTAssertEqual(short.indices.filter { short[$0] != 0 }, [5, 17])
  }

  func testAFailureThatNeedsNoPickShrinksToNone() {
    XCTAssertEqual(ScheduleShrinker.shrink([3, 1, 2]) { _ in true }, [])
  }

  func testStaysWithinItsAttempts() {
    var attempts = 0
    let choices = Array(repeating: 1, count: 1_000)
    let short = ScheduleShrinker.shrink(choices, attempts: 50) { _ in
      attempts += 1
      return false
    }
    XCTAssertEqual(short, choices)
    XCTAssertEqual(attempts, 50)
  }

  func testShrinksARealRaceToOnePick() throws {
    func loses(_ schedule: Schedule) -> (lost: Bool, choices: [Int]) {
      let run = Simulation(schedule: schedule, recordsChoices: true).run {
        let total = Total()
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<4 { group.addTask { await total.addOnceReady() } }
        }
        return await total.value
      }
      return ((try? run.get()) != 4, run.choices ?? [])
    }
    XCTAssertFalse(loses(.inOrder).lost)
    let failing = (UInt64(0)..<200).lazy.map { loses(.shuffled($0)) }.first { $0.lost }
    let choices = try XCTUnwrap(failing).choices
    let short = ScheduleShrinker.shrink(choices) { loses(.replay($0)).lost }
    XCTAssertTrue(loses(.replay(short)).lost)
    XCTAssertLessThanOrEqual(short.count { $0 != 0 }, 2, "\(short)")
  }
}

private actor Total {
  private(set) var value = 0
  private var arrived = 0

  /// Right in order, wrong where a later caller overtakes an earlier one.
  func addOnceReady() async {
    arrived += 1
    let place = arrived
    await Task.yield()
    if place > value { value += 1 }
  }
}
