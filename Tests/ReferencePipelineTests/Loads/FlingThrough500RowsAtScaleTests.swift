import FlingThrough500RowsSolution
import Simulation
import SuiteParts
import Vocabulary
import XCTest

final class FlingThrough500RowsAtScaleTests: ScheduledTestCase {
  /// A fling: a row every two milliseconds, ten rows on screen, and the last ten stay.
  func testAfterAFlingTheRowsAtRestHaveTheirPicturesAndNoOther() {
    underEverySchedule(seeds: 0..<10) { simulation in
      let memory = Notebook<ImageKey>()
      let loader = ImageLoader { key in
        try await simulation.clock.sleep(for: .milliseconds(120))
        memory.add(key)
        return ToyLoad.picture(of: key)
      }
      var rows: [Task<Bitmap, any Error>] = []
      for row in 0..<500 {
        rows.append(Task { try await loader.image(for: ToyLoad.key(row)) })
        if row >= 10 { rows[row - 10].cancel() }
        try await simulation.clock.sleep(for: .milliseconds(2))
      }
      var shown: [Int] = []
      for (row, task) in rows.enumerated() {
        if case .success(let picture) = await task.result, picture.shows(ToyLoad.key(row)) {
          shown.append(row)
        }
      }
      return (shown, memory.entries, await loader.counts, simulation.clock.now.offset)
    } check: { result, place in
      XCTAssertEqual(result.0, Array(490..<500), place)
      XCTAssertEqual(result.1, (490..<500).map { ToyLoad.key($0) }, place)
      XCTAssertEqual(result.2.succeeded, 10, place)
      XCTAssertEqual(result.2.cancelled, 490, place)
      XCTAssertEqual(result.3, .milliseconds(499 * 2 + 120), place)
    }
  }

  func testEveryLoadEndsOnceWhateverHappens() {
    underEverySchedule { simulation in
      let dice = Dice(seed: 7)
      let loader = ImageLoader { key in
        try await simulation.clock.sleep(for: .milliseconds(dice.roll(4)))
        if dice.roll(3) == 0 { throw ToyLoad.Failure() }
        return ToyLoad.picture(of: key)
      }
      let callers = (0..<120).map { _ in
        Task {
          let key = ToyLoad.key(dice.roll(5))
          return try await loader.image(for: key).shows(key)
        }
      }
      for _ in 0..<80 {
        callers[dice.roll(callers.count)].cancel()
        if dice.roll(4) == 0 { try await simulation.clock.sleep(for: .milliseconds(1)) }
      }
      var wrong = 0
      for caller in callers {
        switch await caller.result {
        case .success(let isRight): wrong += isRight ? 0 : 1
        case .failure(let error):
          let hasLeft = error is CancellationError && caller.isCancelled
          wrong += error is ToyLoad.Failure || hasLeft ? 0 : 1
        }
      }
      return (wrong, await loader.counts)
    } check: { result, place in
      XCTAssertEqual(result.0, 0, place)
      let counts = result.1
      XCTAssertGreaterThan(counts.started, 0, place)
      XCTAssertEqual(
        counts.started, counts.succeeded + counts.failed + counts.cancelled, place)
      XCTAssertEqual(counts.running, 0, place)
    }
  }

  func testTenThousandRowsLeaveNothingAndTakeStepsInProportion() throws {
    func steps(_ rows: Int) throws -> Int {
      let simulation = Simulation(schedule: .shuffled(3))
      let run = simulation.run {
        let toy = ToyLoad(simulation)
        let loader = ImageLoader(load: toy.run)
        let cells = (0..<rows).map { row in
          Task { try await loader.image(for: ToyLoad.key(row / 2)) }
        }
        try await toy.gate.untilWaiting(rows / 2)
        try await simulation.untilQuiet()
        for cell in cells { cell.cancel() }
        for cell in cells { _ = await cell.result }
        return await loader.counts
      }
      let counts = try run.get()
      XCTAssertEqual(counts.cancelled, rows / 2)
      XCTAssertEqual(counts.running, 0)
      XCTAssertTrue(run.leftovers.isEmpty, "\(run.leftovers)")
      return run.steps
    }
    let few = try steps(1_000)
    XCTAssertLessThanOrEqual(try steps(10_000), 11 * few)
  }

  func testTenThousandCallersOfOneLoadJoinLeaveAndAreAnswered() throws {
    let simulation = Simulation()
    let run = simulation.run {
      let toy = ToyLoad(simulation)
      let loader = ImageLoader(load: toy.run)
      let answered = Notebook<Int>()
      let cells = (0..<10_000).map { cell in
        Task {
          _ = try await loader.image(for: ToyLoad.key(7))
          answered.add(cell)
        }
      }
      try await simulation.untilQuiet()
      for cell in cells.indices where cell % 3 != 0 { cells[cell].cancel() }
      try await simulation.untilQuiet()
      toy.gate.open()
      for cell in cells { _ = await cell.result }
      return (answered.entries, toy.started.count)
    }
    let (answered, started) = try run.get()
    XCTAssertEqual(started, 1)
    XCTAssertEqual(answered, Array(stride(from: 0, to: 10_000, by: 3)), "in the order of joining")
  }

  /// No schedule here, only real threads: what is looked at holds in every order.
  func testOnRealThreadsEveryCallerHasOneEnd() async {
    let loader = ImageLoader { key in
      for _ in 0..<3 {
        try Task.checkCancellation()
        await Task.yield()
      }
      return ToyLoad.picture(of: key)
    }
    let callers = (0..<4_000).map { number in
      Task.detached { try await loader.image(for: ToyLoad.key(number % 16)) }
    }
    for number in callers.indices where number % 3 == 0 { callers[number].cancel() }
    for (number, caller) in callers.enumerated() {
      switch await caller.result {
      case .success(let picture): XCTAssertTrue(picture.shows(ToyLoad.key(number % 16)))
      case .failure(let error):
        XCTAssertTrue(error is CancellationError && number % 3 == 0, "\(number): \(error)")
      }
    }
    let counts = await loader.counts
    XCTAssertEqual(counts.failed, 0)
    XCTAssertEqual(counts.running, 0)
  }
}
