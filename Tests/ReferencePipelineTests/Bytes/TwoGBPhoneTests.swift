import HowMuchMemorySolution
import Simulation
import TwoGBPhoneSolution
import Vocabulary
import XCTest

final class TwoGBPhoneTests: XCTestCase {
  // MARK: Budgets

  func testTheBudgetGrowsWithTheClassAndIsASmallerShareOnTheSmallOne() {
    let classes = DeviceClass.allCases
    let budgets = classes.map(MemoryBudgets.init)
    XCTAssertEqual(budgets.map(\.memoryBytes), budgets.map(\.memoryBytes).sorted())
    let shares = zip(classes, budgets).map { Double($1.memoryBytes) / Double($0.ramBytes) }
    XCTAssertLessThan(shares[0], shares[1])
    XCTAssertEqual(shares[1], shares[2])
    for (device, budget) in zip(classes, budgets) {
      let screen = Bitmap.bytesPerRow(forWidth: device.screen.width) * device.screen.height
      XCTAssertGreaterThanOrEqual(budget.decodeBytes, screen)
      XCTAssertLessThanOrEqual(budget.decodeBytes, budget.memoryBytes)
      XCTAssertGreaterThan(budget.bodyBytes, 4 << 20)
    }
    let none = DeviceClass(name: "", ramBytes: -9, screen: .zero, scale: 1, refreshRate: 1)
    XCTAssertEqual(MemoryBudgets(for: none).memoryBytes, 0)
  }

  // MARK: Pressure

  private func filled(_ bytes: Int) -> MemoryTier {
    let tier = MemoryTier(budget: 64 * 1_000)
    for number in 0..<(bytes / 64) {
      tier.insert(BytesToys.picture(blocks: 1), for: BytesToys.key("/\(number)"))
    }
    return tier
  }

  func testEachSignalIsAnsweredByItsName() {
    for (signal, rest) in [
      (MemorySignal.warning, 0), (.critical, 0), (.hidden, 64 * 500), (.deepBackground, 0),
    ] {
      let tier = filled(64 * 1_000)
      let stops = BytesToys.Tally()
      PressureRelief(memory: tier) { stops.add() }.respond(to: signal)
      XCTAssertEqual(tier.byteCount, rest, signal.rawValue)
      XCTAssertEqual(stops.value, 1, signal.rawValue)
      XCTAssertEqual(tier.budget, 64 * 1_000, "the next hour needs it again")
    }
  }

  func testTheHalfThatStaysIsTheOneUsedLast() {
    let tier = filled(64 * 10)
    PressureRelief(memory: tier).respond(to: .hidden)
    for number in 0..<10 {
      XCTAssertEqual(tier.image(for: BytesToys.key("/\(number)")) == nil, number < 5)
    }
  }

  func testWhatIsOnScreenIsFoundAfterAWarningAndOnlyThat() {
    let tier = filled(64 * 10)
    let relief = PressureRelief(memory: tier)
    var cells = (2..<5).map { number -> Bitmap? in
      let key = BytesToys.key("/\(number)")
      let image = relief.image(for: key)
      if let image { relief.show(image, for: key) }
      return image
    }
    relief.respond(to: .warning)
    XCTAssertEqual(tier.byteCount, 0)
    for (number, cell) in zip(2..<5, cells) {
      XCTAssertTrue(relief.image(for: BytesToys.key("/\(number)")) === cell)
    }
    XCTAssertNil(relief.image(for: BytesToys.key("/2", 1170)), "no other size")
    XCTAssertNil(relief.image(for: BytesToys.key("/7")))
    XCTAssertEqual(tier.byteCount, 64 * 3, "back in the tier, at no cost: the cells hold them")

    relief.hide(BytesToys.key("/2"))
    cells = []
    relief.respond(to: .critical)
    for number in 2..<5 { XCTAssertNil(relief.image(for: BytesToys.key("/\(number)"))) }
  }

  func testAPictureInTwoPlacesStaysKnownUntilTheLastHidesIt() {
    let tier = MemoryTier(budget: 640)
    let relief = PressureRelief(memory: tier)
    let key = BytesToys.key("/avatar")
    let image = BytesToys.picture(blocks: 1)
    relief.show(image, for: key)
    relief.show(image, for: key)
    relief.hide(key)
    XCTAssertTrue(relief.image(for: key) === image)
    relief.hide(key)
    relief.hide(key)
    relief.respond(to: .warning)
    XCTAssertNil(relief.image(for: key))
  }

  func testAPictureThatIsRightNoMoreIsNotFoundOnTheScreen() {
    let tier = MemoryTier(budget: 640)
    let relief = PressureRelief(memory: tier)
    let key = BytesToys.key("/avatar")
    let (former, present) = (BytesToys.picture(blocks: 1), BytesToys.picture(blocks: 1))
    XCTAssertFalse(relief.replace(key, with: present), "nowhere on screen")
    XCTAssertNil(relief.image(for: key))
    relief.show(former, for: key)
    XCTAssertFalse(relief.replace(key, with: former))
    XCTAssertTrue(relief.replace(key, with: nil))
    XCTAssertNil(relief.image(for: key))
    XCTAssertTrue(relief.replace(key, with: present))
    XCTAssertTrue(relief.image(for: key) === present)
    relief.hide(key)
    relief.respond(to: .warning)
    XCTAssertNil(relief.image(for: key), "it is one place still")
  }

  func testItHoldsNoPicture() {
    let alive = BytesToys.Tally()
    let relief = PressureRelief(memory: MemoryTier(budget: 0))
    alive.add()
    relief.show(BytesToys.picture(blocks: 1) { alive.add(-1) }, for: BytesToys.key("/p"))
    XCTAssertEqual(alive.value, 0)
    XCTAssertNil(relief.image(for: BytesToys.key("/p")))
  }

  // MARK: Decodes by bytes

  func testTheBytesOfRunningDecodesNeverExceedTheLimitInAnyOrder() throws {
    for hops in ActorHops.allCases {
      for seed in UInt64(0)..<50 {
        let simulation = Simulation(schedule: .shuffled(seed), hops: hops)
        let gate = DecodeGate(limit: 100)
        let running = BytesToys.Tally()
        let worst = BytesToys.Tally()
        let run = simulation.run {
          let decodes = (0..<40).map { number in
            Task {
              let bytes = number % 9 * 10 + 10
              return try await gate.run(bytes) {
                if running.add(bytes) > 100 { worst.add() }
                defer { running.add(-bytes) }
                try await simulation.clock.sleep(for: .milliseconds(number % 5 + 1))
                if number % 6 == 1 { throw BytesToyError() }
                return number
              }
            }
          }
          for number in stride(from: 0, to: 40, by: 7) { decodes[number].cancel() }
          var ended = 0
          for decode in decodes { ended += (try? await decode.value) == nil ? 0 : 1 }
          return ended
        }
        XCTAssertGreaterThan(try run.get(), 20)
        XCTAssertEqual(worst.value, 0)
        XCTAssertEqual(gate.byteCount, 0)
        XCTAssertLessThanOrEqual(gate.highWaterMark, 100)
        XCTAssertTrue(run.leftovers.isEmpty)
      }
    }
  }

  func testNoneOvertakesAndOneAboveTheLimitRunsAlone() throws {
    let simulation = Simulation()
    let gate = DecodeGate(limit: 100)
    let run = simulation.run {
      var decodes: [Task<Void, any Error>] = []
      for (name, bytes) in [("a", 60), ("b", 300), ("c", 10), ("d", 90), ("e", 10)] {
        decodes.append(
          simulation.start(name) {
            try await gate.run(bytes) {
              simulation.recordBegin("decode")
              try await simulation.clock.sleep(for: .milliseconds(10))
              simulation.recordEnd("decode")
            }
          })
        try await simulation.untilQuiet()
      }
      for decode in decodes { try await decode.value }
    }
    try run.get()
    let starts = run.timeline.events.filter { $0.phase == .begins }
    XCTAssertEqual(starts.map(\.lane), ["a", "b", "c", "d", "e"])
    XCTAssertEqual(starts.map { $0.instant.offset / .milliseconds(1) }, [0, 10, 20, 20, 30])
  }

  func testACancelledWaiterLeavesAtOnceAndMakesWayForThoseBehind() throws {
    let simulation = Simulation()
    let gate = DecodeGate(limit: 100)
    let door = simulation.gate("decoder")
    let run = simulation.run {
      let first = Task { try await gate.run(60) { try await door.pass() } }
      try await door.untilWaiting(1)
      let large = Task { try await gate.run(80) { XCTFail("it was cancelled") } }
      try await simulation.untilQuiet()
      let small = Task { try await gate.run(30) { try await door.pass() } }
      try await simulation.untilQuiet()
      XCTAssertEqual(door.waiting, 1, "none overtakes")
      large.cancel()
      let result = await large.result
      XCTAssertThrowsError(try result.get()) { XCTAssertTrue($0 is CancellationError) }
      try await door.untilWaiting(2)
      XCTAssertEqual(gate.byteCount, 90)
      door.open()
      try await first.value
      try await small.value
    }
    try run.get()
    XCTAssertEqual(gate.byteCount, 0)
    XCTAssertEqual(gate.highWaterMark, 90)
  }

  func testATaskThatIsCancelledAlreadyNeverStarts() throws {
    let gate = DecodeGate(limit: 100)
    let run = Simulation().run {
      await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await gate.run(1) { XCTFail("it was cancelled") }
      }.result
    }
    XCTAssertThrowsError(try run.get().get()) { XCTAssertTrue($0 is CancellationError) }
    XCTAssertEqual(gate.byteCount, 0)
  }

  func testTenThousandThatWaitAndLeave() throws {
    let simulation = Simulation()
    let gate = DecodeGate(limit: 10)
    let door = simulation.gate("decoder")
    let run = simulation.run {
      let first = Task { try await gate.run(10) { try await door.pass() } }
      try await door.untilWaiting(1)
      let others = (0..<10_000).map { _ in Task { try await gate.run(10) {} } }
      try await simulation.untilQuiet()
      for other in others { other.cancel() }
      for other in others { _ = await other.result }
      let last = Task { try await gate.run(10) {} }
      door.open()
      try await first.value
      try await last.value
    }
    try run.get()
    XCTAssertEqual(gate.byteCount, 0)
    XCTAssertTrue(run.leftovers.isEmpty)
  }

  // MARK: The report

  func testTheReportNamesTheHighWaterMarkAndTheTerminationOfEachClass() {
    var report = MemoryReport()
    report.add(.phone2GB, highWaterMark: 70, end: .memory)
    report.add(.phone2GB, highWaterMark: 90, end: .quiet)
    report.add(.phone2GB, highWaterMark: 80, end: .crash)
    report.add(.phone12GB, highWaterMark: 500, end: .update)
    XCTAssertEqual(report.lines[.phone2GB]?.highWaterMark, 90)
    XCTAssertEqual(report.lines[.phone2GB]?.runs, 3)
    XCTAssertEqual(report.lines[.phone2GB]?.terminations, 1)
    XCTAssertEqual(report.lines[.phone12GB]?.terminations, 0)
    XCTAssertNil(report.lines[.phone4GB])
  }

  func testATerminationIsWhatNothingElseExplains() {
    func end(_ onScreen: Bool, _ crash: Bool, _ updated: Bool) -> MemoryReport.End {
      .init(wasOnScreen: onScreen, hasCrashReport: crash, wasUpdated: updated)
    }
    XCTAssertEqual(end(true, false, false), .memory)
    XCTAssertEqual(end(true, true, false), .crash)
    XCTAssertEqual(end(true, false, true), .update)
    XCTAssertEqual(end(false, false, false), .quiet)
    XCTAssertEqual(end(false, true, true), .crash)
  }
}
