#if canImport(XCTest)
  public import Grading
  import Foundation
  public import XCTest

  /// A hidden suite: one XCTest method for each check of an exercise.
  ///
  /// A method declares its check, says what breaking it teaches, and hands over a body that
  /// arranges a world, runs the answer in it and expects something of what was observed. The body
  /// runs under the in-order schedule and a hundred shuffled ones, each in a world of its own; the
  /// first run that fails is the finding, shown at the line of the expectation.
  ///
  /// ```swift
  /// import Grading
  /// import GradingXCTest
  /// import Simulation
  /// import TenCellsOneAvatar  // the answer, whoever wrote it
  /// import Vocabulary
  ///
  /// final class TenCellsOneAvatarTests: GradedTestCase {
  ///   func testTenCellsOneLoad() throws {
  ///     try grade(
  ///       Check("oneLoad", "ten cells, one load, ten pictures", .core),
  ///       Lesson(
  ///         trap: "Ten loads for one picture", "each cell pays for a download of its own",
  ///         say: "Whoever asks for a key in flight joins that load.")
  ///     ) { world in
  ///       let loads = world.gate("load")
  ///       let loader = AvatarLoader { key in
  ///         world.record("starts \(key)", on: "net")
  ///         try await loads.pass()
  ///         return picture(of: key)
  ///       }
  ///       let cells = (0..<10).map { cell in
  ///         world.start("cell \(cell)", "asks \(avatar)") {
  ///           try await loader.image(for: avatar)
  ///         } answer: { "gets \($0.size)" }
  ///       }
  ///       try await world.untilQuiet()
  ///       try world.expect("ten cells cause one load", loads.waiting, is: 1, near: "starts") {
  ///         "\($0) loads of the same picture"
  ///       }
  ///       loads.open()
  ///       for cell in cells {
  ///         try world.expect(
  ///           "each cell gets its picture", try await cell.value.size.width, is: 360)
  ///       }
  ///     }
  ///   }
  ///
  ///   func testTwoSizesAreTwoLoads() throws {
  ///     try grade(
  ///       Check("twoSizes", "two sizes of one photo are two loads", .core, needs: "oneLoad"),
  ///       Lesson(
  ///         trap: "Keyed by URL alone", "the viewer shows a blurry thumbnail",
  ///         say: "The memory key is the URL plus the pixel size.")
  ///     ) { world in … }
  ///   }
  /// }
  /// ```
  ///
  /// **Words.** Promise, expectation and what was got are in lower case and without a full stop;
  /// they say what the user or the interviewer would see, not which variable is wrong. A body that
  /// records who asks and what the network does makes a timeline that explains itself:
  /// ``/Grading/World/start(_:_:operation:answer:)`` and ``/Grading/World/record(_:on:)`` do, and
  /// so does `FakeTransport` in the lane "net".
  ///
  /// **What needs no words.** A deadlock, a loop that spins or polls, an error that nobody
  /// foresaw, something left behind at the end, a raw `Task.sleep` and threads beside the
  /// simulation are findings with words of their own. An exercise in which one of them is right
  /// says so with `permitting:`.
  ///
  /// **Rules for bodies.** Nothing of the answer is touched outside the body: a check that is only
  /// listed runs none of it. Everything that the answer awaits suspends through the simulation.
  /// A right answer must get through every body, whatever the prompt leaves open; expect of
  /// the world's log and of results, never of how the answer is built. Await every caller, or
  /// release what it waits for, else the answer is blamed for what the body left behind. Where a
  /// failing answer would make the body wait for ever (a gate that nobody reaches), expect
  /// something first that says so in words, after `untilQuiet`.
  ///
  /// **Order.** Methods run by the alphabet of their names. A check whose `needs` have failed
  /// before in the same process is skipped; where they run later, it runs, and the report settles
  /// it.
  ///
  /// **Under `swift test`** a suite whose answer is the stub still, byte for byte, is skipped, and
  /// the last line says how many exercises were started and how many pass. `FOLLOW_UPS_SEED=41`
  /// runs only the schedule of that seed. **Under the runner** nothing is skipped for being the
  /// stub, and each check is told as it begins and as it ends; see ``/Grading/Commission``.
  open class GradedTestCase: XCTestCase {
    /// The exercise to which the suite belongs: by default the name of its module without `Tests`.
    open class var exercise: String {
      let module = String(reflecting: self).prefix { $0 != "." }
      return String(module.hasSuffix("Tests") ? module.dropLast(5) : module)
    }

    /// Takes the commission of whoever started the bundle, before any test runs. An override has
    /// to call it.
    open override class func setUp() {
      super.setUp()
      if GradingSession.shared.open() { ClosingLine.register() }
    }

    /// Grades a check in simulated worlds.
    ///
    /// - Parameters:
    ///   - check: The promise.
    ///   - lesson: What breaking it teaches.
    ///   - seeds: How many shuffled schedules, where a hundred take too long or prove too little:
    ///     all schedules of a check together have less than a second.
    ///   - limit: How much virtual time a run may take before it counts as polling for ever.
    ///   - permissions: What is no finding here.
    ///   - file: Where failures without a line of their own are shown; the answer's file is found
    ///     from it.
    ///   - line: Where failures without a line of their own are shown.
    ///   - body: Arranges a world, runs the answer and expects. It runs once for each schedule.
    /// - Throws: `XCTSkip` where the answer is not started or a needed check has failed.
    public func grade(
      _ check: Check, _ lesson: Lesson, seeds: Int? = nil, limit: Duration = .seconds(600),
      permitting permissions: Permissions = [], file: StaticString = #filePath,
      line: UInt = #line, _ body: @escaping Trial.Body
    ) throws {
      let place = SourcePlace(file: file, line: line)
      try grade(check, at: place) { plan in
        Trial(
          check, lesson, plan: plan.with(seeds: seeds), permitting: permissions, limit: limit
        ).run(body)
      }
    }

    /// Grades a check that needs no simulation: values, tables, real threads. It runs once.
    ///
    /// - Parameters:
    ///   - check: The promise.
    ///   - lesson: What breaking it teaches.
    ///   - file: Where failures without a line of their own are shown.
    ///   - line: Where failures without a line of their own are shown.
    ///   - body: Runs the answer and expects.
    /// - Throws: `XCTSkip` where the answer is not started or a needed check has failed.
    public func gradeOnce(
      _ check: Check, _ lesson: Lesson, file: StaticString = #filePath, line: UInt = #line,
      _ body: (Desk) throws -> Void
    ) throws {
      try grade(check, at: SourcePlace(file: file, line: line)) { _ in
        Trial(check, lesson).runOnce(body)
      }
    }

    private func grade(
      _ check: Check, at place: SourcePlace, _ run: (SchedulePlan) -> Trial.Result
    ) throws {
      let session = GradingSession.shared
      if session.open() { ClosingLine.register() }
      let exercise = Self.exercise
      try skipWhereNothingIsToBeDone(check, exercise, place)
      session.tell(.began, exercise: exercise, check: check.id)
      let start = ContinuousClock.now
      let result = run(session.plan)
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      let verdict: Verdict = result.finding == nil ? .pass : .fail
      session.note(verdict, exercise: exercise, check: check.id)
      session.tell(.ended, exercise: exercise, check: check.id) { record in
        record.verdict = verdict
        record.finding = result.finding
        record.count = result.count
        record.seconds = seconds
      }
      guard let finding = result.finding else { return }
      let report = CheckReport(check, .fail, finding: finding)
      let text = report.lines(of: exercise).map(\.text).joined(separator: "\n")
      let shown = result.place ?? place
      XCTFail("\n\(text)\n", file: shown.file, line: shown.line)
    }

    private func skipWhereNothingIsToBeDone(
      _ check: Check, _ exercise: String, _ place: SourcePlace
    ) throws {
      let session = GradingSession.shared
      if session.commission?.task == .list {
        session.tell(.listed, exercise: exercise, check: check.id) { record in
          record.declaration = check
          record.test = specifier
        }
        throw XCTSkip("listed", file: place.file, line: place.line)
      }
      // Who commissions a run knows by itself whether the answer was started, and may want the
      // stub graded all the same.
      if session.commission == nil, let file = AnswerFile(exercise, above: "\(place.file)"),
        file.exists
      {
        let isStarted = !file.isUntouched
        session.note(exercise, isStarted: isStarted)
        if !isStarted {
          throw XCTSkip("\(exercise) is not started.", file: place.file, line: place.line)
        }
      }
      for need in check.needs {
        guard let verdict = session.verdict(on: need, of: exercise), verdict != .pass else {
          continue
        }
        let words = Verdict.words(needing: need, which: verdict)
        session.note(.skipped, exercise: exercise, check: check.id)
        session.tell(.ended, exercise: exercise, check: check.id) { record in
          record.verdict = .skipped
          record.words = words
        }
        throw XCTSkip("\(check.promise): \(words)", file: place.file, line: place.line)
      }
    }

    /// How this test is selected on the command line: `Module.Class/testMethod`.
    private var specifier: String {
      // The name is `Class.testMethod` on Linux and `-[Module.Class testMethod]` elsewhere.
      let method = name.split { ". ]".contains($0) }.last.map(String.init) ?? name
      return "\(String(reflecting: Self.self))/\(method)"
    }
  }

  extension GradingSession {
    /// The schedules to try: those of the commission, else the one seed that the environment
    /// names, else all.
    fileprivate var plan: SchedulePlan {
      if let commission { return commission.plan }
      let seed = ProcessInfo.processInfo.environment["FOLLOW_UPS_SEED"].flatMap(UInt64.init)
      return seed.map(SchedulePlan.only) ?? SchedulePlan()
    }
  }
#endif
