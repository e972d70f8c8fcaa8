import XCTest

@testable import Simulation

final class DriverChoiceTests: XCTestCase {
  func testTheEnvironmentForcesADriver() throws {
    let hooks = try DriverChoice.automatic.resolve(in: ["FOLLOW_UPS_DRIVER": "hooks"])
    XCTAssertEqual(hooks.name, .hooks)
    XCTAssertEqual(try DriverChoice.automatic.resolve(in: [:]).name, .best)
    XCTAssertEqual(
      try DriverChoice.automatic.resolve(in: ["FOLLOW_UPS_DRIVER": ""]).name, .best)
  }

  func testAnArgumentGoesBeforeTheEnvironment() throws {
    let driver = try DriverChoice.named(.hooks).resolve(in: ["FOLLOW_UPS_DRIVER": "nonsense"])
    XCTAssertEqual(driver.name, .hooks)
  }

  func testAnUnknownNameIsASentence() {
    XCTAssertThrowsError(
      try DriverChoice.automatic.resolve(in: ["FOLLOW_UPS_DRIVER": "Factory"])
    ) { error in
      XCTAssertEqual(
        "\(error)",
        """
        FOLLOW_UPS_DRIVER names no driver: 'Factory'. Set it to 'factory' or 'hooks', or unset it.
        """)
    }
  }

  func testEachUnavailableDriverSaysWhatToDo() {
    let error = SimulationError.driverUnavailable(.hooks, reason: "Build without X.")
    XCTAssertEqual("\(error)", "The hooks driver cannot be used. Build without X.")
  }

  func testTheProbeFindsWhatWasMeasuredOnThisToolchain() throws {
    #if os(Linux) && compiler(>=6.3) && compiler(<6.4)
      let factory = try DriverReport.probe(.factory)
      XCTAssertEqual(factory.controlled, Set(DriverReport.Construct.allCases))
      let hooks = try DriverReport.probe(.hooks)
      XCTAssertEqual(hooks.controlled, [.tasks, .yields, .yieldsInActors, .mainActor])
      XCTAssertEqual(
        hooks.description,
        """
        driver hooks
          controlled  tasks
          controlled  yields
          controlled  yields in actors
          escapes     yields in actors, in unstructured tasks
          controlled  main actor
          escapes     Task.sleep
          escapes     inline hops
        """)
    #else
      throw XCTSkip("Measured on Linux with Swift 6.3 only.")
    #endif
  }

  /// As on a runtime that lacks the hooks for the main executor.
  func testWithoutTheMainHooksTheMainQueueIsPumped() throws {
    try XCTSkipUnless(Thread.isMainThread, "XCTest runs this method on another thread.")
    let simulation = Simulation(choice: .made(HookDriver(usesMainHooks: false)))
    let run = simulation.run {
      let timer = Task { try await simulation.clock.sleep(for: .seconds(1)) }
      let answer = await Task { @MainActor in
        await Task.yield()
        return Thread.isMainThread
      }.value
      simulation.record("answered")
      try await timer.value
      return answer
    }
    XCTAssertTrue(try run.get())
    XCTAssertEqual(run.timeline.text(), "0 ms  test  answered\n")
  }
}
