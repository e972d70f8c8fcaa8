import SimulatedApp
import SimulatedPhone
import Vocabulary
import XCTest

final class ScenarioTests: XCTestCase {
  func testTheDefaultFlingShowsEveryRowAtRest() throws {
    let report = try Scenario(eventLimit: 5_000).run()
    let numbers = report.numbers
    XCTAssertEqual(numbers.blankAtEnd, 0)
    XCTAssertEqual(numbers.drawViolations, 0)
    XCTAssertEqual(numbers.terminations, 0)
    XCTAssertTrue(numbers.isBalanced, "\(numbers)")
    XCTAssertGreaterThanOrEqual(numbers.visits, 500)
    XCTAssertGreaterThan(numbers.cancelled, 100)
    XCTAssertEqual(numbers.decodesOnMainActor, 0)
    XCTAssertLessThanOrEqual(numbers.picturesHighWaterMark, numbers.budget * 2)
    XCTAssertGreaterThan(report.events.count, 1_000)
    XCTAssertGreaterThan(report.memory.peak, 0)
  }

  func testEqualScenariosGiveEqualReports() throws {
    let scenario = Scenario(rows: 120, network: .train, seed: 7, eventLimit: 500)
    XCTAssertEqual(try scenario.run(), try scenario.run())
  }

  func testNaiveIsEndedBySmallPhoneAndTheReferenceIsNot() throws {
    let script = GestureScript(
      name: "test",
      [.fling(rows: 60, over: .seconds(6)), .rest(.seconds(3)), .view(photo: 3, for: .seconds(2))])
    for kind in PipelineVariant.Kind.allCases {
      let report = try Scenario(
        rows: 100, script: script, network: .perfect, serverResizes: false,
        pipeline: PipelineVariant(kind)
      ).run()
      XCTAssertEqual(report.numbers.terminations > 0, kind == .naive, "\(kind)")
    }
  }

  func testRowsThatWereOfflineHaveTheirPicturesOnceThereIsAConnection() throws {
    for (last, isComplete) in [(NetworkCondition.wifi, true), (.offline, false)] {
      let script = GestureScript(
        name: "test",
        [
          .network(.offline), .jump(row: 20), .rest(.seconds(1)), .network(last),
          .rest(.seconds(4)),
        ])
      let numbers = try Scenario(rows: 40, script: script, network: .wifi).run().numbers
      XCTAssertEqual(numbers.blankAtEnd == 0, isComplete, last.name)
      XCTAssertTrue(numbers.isBalanced, last.name)
    }
  }

  func testAPhotoThatTheServerLacksIsNamed() {
    let script = GestureScript(name: "test", [.view(photo: 40, for: .seconds(1))])
    XCTAssertThrowsError(try Scenario(rows: 40, script: script).run()) { error in
      XCTAssertEqual(
        "\(error)",
        "The script looks at photo 40, which the server lacks: it has photos 0 to 39. "
          + "Give more rows, or another photo.")
    }
  }
}
