import Grading
import Simulation
import Synchronization
import Vocabulary
import XCTest

/// What an answer does, in the words of the finding.
final class TrialTests: XCTestCase {
  func testARightAnswerPassesEverythingUnderAllSchedules() {
    for check in AvatarCheck.all {
      let result = check.run(Answers.right)
      XCTAssertNil(result.finding, told(result, check))
      XCTAssertEqual(result.runs, 101)
    }
  }

  func testAWrongPictureIsTheExpectationOfTheSuite() throws {
    let result = AvatarCheck.twoSizes.run(Answers.keyedByURLAlone)
    let finding = try XCTUnwrap(result.finding)
    XCTAssertEqual(finding.kind, .expectation)
    XCTAssertEqual(finding.expected, "the viewer, which asked for 1170 px, gets 1170 px")
    XCTAssertEqual(finding.got, "360 px, from the feed's load of the same URL")
    XCTAssertEqual(finding.trap.name, "Keyed by URL alone")
    XCTAssertNil(finding.seed, "it fails in order")
    XCTAssertEqual(result.runs, 1)
    let mark = try XCTUnwrap(finding.timeline.mark)
    XCTAssertEqual(finding.timeline.events[mark].lane, "viewer")
    XCTAssertNil(AvatarCheck.oneLoad.run(Answers.keyedByURLAlone).finding)
  }

  func testTenLoadsAreCounted() throws {
    let finding = try XCTUnwrap(AvatarCheck.oneLoad.run(Answers.storedAfterAwait).finding)
    XCTAssertEqual(finding.got, "10 loads of the same picture")
  }

  func testWhoWaitsForEverIsNamed() throws {
    let finding = try XCTUnwrap(AvatarCheck.oneLoad.run(Answers.firstWaiterOnly).finding)
    XCTAssertEqual(finding.kind, .deadlock)
    XCTAssertEqual(finding.trap.name, "Left waiting")
    XCTAssertTrue(finding.got.contains("cell 2, cell 3"), finding.got)
    XCTAssertFalse(finding.got.contains("test"), finding.got)
  }

  func testASpinIsNamed() throws {
    let finding = try XCTUnwrap(AvatarCheck.oneLoad.run(Answers.spinning).finding)
    XCTAssertEqual(finding.trap.name, "Spinning")
  }

  func testARawSleepIsNamedUnderBothDrivers() throws {
    let result = AvatarCheck.oneLoad.run(Answers.polling)
    let finding = try XCTUnwrap(result.finding)
    XCTAssertTrue([.rawSleep, .deadlock].contains(finding.kind), told(result, .oneLoad))
    XCTAssertTrue("\(finding.got) \(finding.say)".contains("wait on the clock that"), finding.say)
  }

  func testWhatComesOfRealTimeIsBlamedOnIt() throws {
    guard Simulation().run({}).driver == .factory else {
      throw XCTSkip("A raw sleep is told by another name under this driver.")
    }
    let check = AvatarCheck.oneLoad
    let result = Trial(check.check, check.lesson).run { world in
      try await Task.sleep(for: .seconds(1))
      try world.expect("what the sleep has made late", false, got: "nothing yet")
    }
    XCTAssertEqual(result.finding?.kind, .rawSleep)
  }

  func testWhatIsLeftBehindIsNamed() throws {
    let result = Trial(
      Check("leftovers", "nothing goes on"), AvatarCheck.oneLoad.lesson
    ).run { world in
      let gate = world.gate("thumbnail")
      let loader = Answers.neverEnding { key in
        if key.maxPixelSize == 1 { try await gate.pass() }
        return try await Photos(world).load(key)
      }
      _ = try await loader.image(for: Photos.row)
    }
    let finding = try XCTUnwrap(result.finding)
    XCTAssertEqual(finding.kind, .leftovers)
    XCTAssertTrue(finding.got.contains("at gate \"thumbnail\""), finding.got)
  }

  func testAnUnforeseenErrorIsTheFindingOfTheCheck() throws {
    struct Mishap: Error {}
    let result = Trial(AvatarCheck.oneLoad.check, AvatarCheck.oneLoad.lesson).run { _ in
      throw Mishap()
    }
    XCTAssertEqual(result.finding?.kind, .error)
    XCTAssertEqual(result.finding?.got, "an error: Mishap()")
    XCTAssertEqual(result.finding?.expected, AvatarCheck.oneLoad.check.promise)
  }

  func testAnExpectationThatSomebodyCatchesCountsStill() throws {
    let result = Trial(AvatarCheck.oneLoad.check, AvatarCheck.oneLoad.lesson).run { world in
      try? world.expect("the first", false, got: "one")
      try? world.expect("the second", false, got: "two")
    }
    XCTAssertEqual(result.finding?.expected, "the first")
    XCTAssertNotNil(result.place)
  }

  func testALoopThatSleepsForEverIsStopped() throws {
    let result = Trial(AvatarCheck.oneLoad.check, AvatarCheck.oneLoad.lesson).run { world in
      while true { try await world.clock.sleep(for: .seconds(1)) }
    }
    XCTAssertEqual(result.finding?.kind, .overrun)
  }

  func testAFailureOutOfOrderHasASeedThatLeadsThereAndAShortListOfPicks() throws {
    let check = AvatarCheck.oneLoad
    let result = check.run(Answers.luck)
    let finding = try XCTUnwrap(result.finding, "no schedule found it")
    if finding.seed == nil {
      // The hooks driver finds it in order.
      XCTAssertEqual(result.runs, 1)
      return
    }
    let seed = try XCTUnwrap(finding.seed)
    let again = try XCTUnwrap(check.run(Answers.luck, plan: .only(seed: seed)).finding)
    XCTAssertEqual(again, finding, "the same seed gives the same report")
    let picks = try XCTUnwrap(finding.choices)
    XCTAssertLessThanOrEqual(picks.count { $0 != 0 }, 3, "\(picks)")
  }

  func testWhoAsksForNoDetailGetsTheVerdictAndNoMore() throws {
    let plan = SchedulePlan(countsFailures: true)
    let result = Trial(
      AvatarCheck.oneLoad.check, AvatarCheck.oneLoad.lesson, plan: plan.withoutDetail
    ).run(Self.whoComesFirst)
    XCTAssertNotNil(result.finding?.seed)
    XCTAssertNil(result.finding?.choices)
    XCTAssertNil(result.count)
    XCTAssertEqual(plan.withoutDetail.schedules, plan.schedules)
  }

  /// Whoever comes first is a matter of the schedule, and in order it is the first.
  private static let whoComesFirst: Trial.Body = { world in
    let order = Order()
    let tasks = [1, 2].map { number in Task { order.append(number) } }
    for task in tasks { await task.value }
    try world.expect("the first comes first", order.numbers, is: [1, 2])
  }

  func testFailuresAreCountedWhereThePlanSaysSo() throws {
    let body = Self.whoComesFirst
    let check = AvatarCheck.oneLoad
    let counting = SchedulePlan(countsFailures: true)
    let result = Trial(check.check, check.lesson, plan: counting).run(body)
    let count = try XCTUnwrap(result.count)
    XCTAssertEqual(count.tried, 100)
    XCTAssertTrue((25...75).contains(count.failed), "\(count)")
    XCTAssertEqual(result.runs, 101)
    let plain = Trial(check.check, check.lesson).run(body)
    XCTAssertNil(plain.count)
    XCTAssertEqual(plain.finding, result.finding, "the first failure is the one that is told")
    let inOrder = AvatarCheck.twoSizes.run(Answers.keyedByURLAlone, plan: counting)
    XCTAssertEqual(inOrder.runs, 1, "what fails in order ends there")
    XCTAssertNil(inOrder.count)
  }

  private final class Order: Sendable {
    private let state = Mutex<[Int]>([])
    var numbers: [Int] { state.withLock { $0 } }
    func append(_ number: Int) { state.withLock { $0.append(number) } }
  }

  func testAQueueIsNamedWhereTheDriverCanTell() throws {
    let run = Simulation().run {}
    guard run.driver == .factory else { throw XCTSkip("The driver uses threads of its own.") }
    let finding = try XCTUnwrap(AvatarCheck.oneLoad.run(Answers.onAQueue).finding)
    XCTAssertEqual(finding.kind, .foreignWork)
    let check = AvatarCheck.oneLoad
    let permitting = Trial(
      check.check, check.lesson, plan: SchedulePlan(seeds: 5), permitting: .foreignWork)
    XCTAssertNil(permitting.run { try await check.body($0, Answers.onAQueue) }.finding)
  }

  func testWhatTheKitCannotRunIsNotTheAnswersFault() throws {
    let results = Notes()
    _ = Simulation().run {
      results.result = Trial(AvatarCheck.oneLoad.check, AvatarCheck.oneLoad.lesson).run { _ in }
    }
    XCTAssertEqual(results.result?.finding?.kind, .kit)
  }

  /// Written and read on one thread.
  private final class Notes: @unchecked Sendable {
    var result: Trial.Result?
  }

  func testEachSortOfSeedDecidesTheHops() {
    XCTAssertEqual(SchedulePlan().schedules.count, 101)
    XCTAssertEqual(SchedulePlan.only(seed: 41).schedules, [.shuffled(41)])
    XCTAssertEqual(SchedulePlan.inOrder.schedules, [.inOrder])
    XCTAssertEqual(SchedulePlan().with(seeds: 5).schedules.count, 6)
    XCTAssertEqual(SchedulePlan().with(seeds: 1_000).schedules.count, 1_001)
    XCTAssertEqual(SchedulePlan(seeds: 1_000).with(seeds: 5).schedules.count, 51)
    XCTAssertEqual(SchedulePlan(seeds: 10).with(seeds: 5).schedules.count, 2)
    XCTAssertEqual(SchedulePlan.only(seed: 9).with(seeds: 0).schedules, [.shuffled(9)])
    XCTAssertEqual(SchedulePlan.inOrder.with(seeds: 5).schedules, [.inOrder])
    XCTAssertEqual(
      SchedulePlan(isInOrder: false, firstSeed: .max, seeds: 2).schedules,
      [.shuffled(.max), .shuffled(0)])
  }

  private func told(_ result: Trial.Result, _ check: AvatarCheck) -> String {
    guard let finding = result.finding else { return "passes" }
    return CheckReport(check.check, .fail, finding: finding).lines(of: "Sample").map(\.text)
      .joined(separator: "\n")
  }
}
