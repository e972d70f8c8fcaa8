import Simulation
import XCTest

final class ActorHopsTests: XCTestCase {
  private actor Counter {
    private(set) var count = 0
    func add() { count += 1 }
  }

  func testAHopToAFreeActorIsNoScheduledStepInline() throws {
    try XCTSkipUnless(DriverReport.probe().controls(.inlineHops), "This driver has no inline hops.")
    let run = Simulation(hops: .inline).run {
      let counter = Counter()
      for _ in 0..<10 { await counter.add() }
    }
    try run.get()
    XCTAssertEqual(run.steps, 1)
  }

  func testScheduledHopsLetOthersInBetween() throws {
    for driver in DriverName.available {
      let simulation = Simulation(hops: .scheduled, driver: driver)
      let run = simulation.run {
        let counter = Counter()
        await withTaskGroup(of: Void.self) { group in
          for name in ["a", "b"] {
            group.addTask {
              for _ in 0..<3 {
                simulation.record(name)
                await counter.add()
              }
            }
          }
        }
      }
      try run.get()
      XCTAssertEqual(
        run.timeline.events.map(\.what), ["a", "b", "a", "b", "a", "b"], "\(driver)")
    }
  }
}
