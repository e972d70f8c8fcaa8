import HowMuchMemorySolution
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
      XCTAssertEqual(tier.byteCount, rest, "\(signal)")
      XCTAssertEqual(stops.value, 1, "\(signal)")
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

  func testAPlaceCanShowWhatMustNotBeFound() {
    let relief = PressureRelief(memory: MemoryTier(budget: 0))
    let key = BytesToys.key("/p")
    let image = BytesToys.picture(blocks: 1)
    relief.showUnfound(key)
    XCTAssertNil(relief.image(for: key))
    XCTAssertTrue(relief.replace(key, with: image), "it is a place all the same")
    XCTAssertTrue(relief.image(for: key) === image)
    relief.hide(key)
    XCTAssertNil(relief.image(for: key))
  }

  func testOfTheLoadsThoseThatNobodyWaitsForStop() {
    let holdings = Holdings()
    let relief = PressureRelief(holdings)
    for signal in MemorySignal.allCases { relief.respond(to: signal) }
    XCTAssertEqual(holdings.log.all, Array(repeating: "stop prefetch", count: 4))
  }

  private final class Holdings: PictureHolding {
    let memory: any ImageCaching = MemoryTier(budget: 640)
    let log = BytesToys.Log()

    func stopLoads(_ priority: LoadPriority) { log.add("stop \(priority)") }
    func removeFiles() { log.add("remove files") }
  }

  // MARK: The rule for decodes

  func testADecodeStartsWhereItsBytesFitOrWhereItIsAlone() {
    func admits(_ bytes: Int, _ count: Int, _ running: Int) -> Bool {
      MemoryBudgets.admits(
        bytes, beside: RunningDecodes(count: count, byteCount: running), limit: 100)
    }
    XCTAssertTrue(admits(40, 3, 60))
    XCTAssertFalse(admits(41, 3, 60))
    XCTAssertTrue(admits(.max, 0, 0))
    XCTAssertFalse(admits(.max, 1, 1))
    XCTAssertFalse(admits(1, 1, .max), "beside one above the limit")
    let budgets = MemoryBudgets(for: .phone2GB)
    XCTAssertTrue(budgets.admits(budgets.decodeBytes, beside: RunningDecodes(count: 1)))
    XCTAssertFalse(budgets.admits(budgets.decodeBytes + 1, beside: RunningDecodes(count: 1)))
  }

  // MARK: The report

  func testTheReportNamesTheHighWaterMarkAndTheTerminationOfEachClass() {
    var report = MemoryReport()
    report.add(FinishedRun(on: .phone2GB, highWaterMark: 70, wasOnScreen: true))
    report.add(FinishedRun(on: .phone2GB, highWaterMark: 90, wasOnScreen: false))
    report.add(
      FinishedRun(on: .phone2GB, highWaterMark: 80, wasOnScreen: true, hasCrashReport: true))
    report.add(
      FinishedRun(on: .phone12GB, highWaterMark: 500, wasOnScreen: true, wasUpdated: true))
    XCTAssertEqual(
      report.figures,
      [
        .phone2GB: MemoryFigures(highWaterMark: 90, runs: 3, terminations: 1),
        .phone12GB: MemoryFigures(highWaterMark: 500, runs: 1),
      ])
  }

  func testATerminationIsWhatNothingElseExplains() {
    for bits in 0..<8 {
      let run = FinishedRun(
        on: .phone2GB, highWaterMark: 1, wasOnScreen: bits & 1 > 0, hasCrashReport: bits & 2 > 0,
        wasUpdated: bits & 4 > 0)
      var report = MemoryReport()
      report.add(run)
      XCTAssertEqual(report.figures[.phone2GB]?.terminations, bits == 1 ? 1 : 0, "\(run)")
    }
  }
}
