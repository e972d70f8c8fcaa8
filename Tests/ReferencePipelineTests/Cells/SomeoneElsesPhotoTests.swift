import Simulation
import SomeoneElsesPhotoSolution
import Vocabulary
import XCTest

final class SomeoneElsesPhotoTests: CellsTestCase {
  private static let a = HeldLoads.key(1)
  private static let b = HeldLoads.key(2)

  func testASlowReplyDoesNotReplaceTheFastOne() {
    onTheMainActor { simulation in
      let loads = HeldLoads(simulation, heedsCancelling: false)
      let cell = PhotoCell(loader: loads)
      cell.bind(Self.a)
      try await simulation.untilQuiet()
      cell.bind(Self.b)
      try await simulation.untilQuiet()
      loads.reply(to: 1)
      try await simulation.untilQuiet()
      let first = cell.drawn?.shows(Self.b)
      loads.reply(to: 0)
      try await simulation.untilQuiet()
      return (first, cell.drawn?.shows(Self.b), loads.kept(Self.a) != nil)
    } check: { result, place in
      XCTAssertEqual(result.0, true, place)
      XCTAssertEqual(result.1, true, place)
      XCTAssertTrue(result.2, "the dropped picture is kept, \(place)")
    }
  }

  func testAHitStaysWhenTheReplyOfAnOtherIsQueuedAlready() {
    onTheMainActor { simulation in
      let loads = HeldLoads(simulation)
      loads.keep(Self.b)
      let cell = PhotoCell(loader: loads, held: loads.kept)
      cell.bind(Self.a)
      try await simulation.untilQuiet()
      // The reply is under way to the main actor, and this step is not over.
      loads.reply(to: 0)
      cell.bind(Self.b)
      let atOnce = cell.drawn?.shows(Self.b)
      try await simulation.untilQuiet()
      return (atOnce, cell.drawn?.shows(Self.b), loads.asked.count)
    } check: { result, place in
      XCTAssertEqual(result.0, true, place)
      XCTAssertEqual(result.1, true, place)
      XCTAssertEqual(result.2, 1, "a hit asks no loader, \(place)")
    }
  }

  func testTheOldPictureIsGoneAtOnceAndNothingComes() {
    onTheMainActor(seeds: 0..<20) { simulation in
      let loads = HeldLoads(simulation, heedsCancelling: false)
      let cell = PhotoCell(loader: loads)
      var drawn: [Bool] = []
      cell.bind(Self.a)
      try await simulation.untilQuiet()
      loads.reply(to: 0)
      try await simulation.untilQuiet()
      drawn.append(cell.drawn != nil)
      cell.bind(Self.b)
      drawn.append(cell.drawn != nil)
      try await simulation.untilQuiet()
      cell.bind(nil)
      loads.reply(to: 1)
      try await simulation.untilQuiet()
      drawn.append(cell.drawn != nil)
      return drawn
    } check: { drawn, place in
      XCTAssertEqual(drawn, [true, false, false], place)
    }
  }

  func testALateFailureOfTheFirstBindingChangesNothing() {
    onTheMainActor { simulation in
      let loads = HeldLoads(simulation, heedsCancelling: false)
      let cell = PhotoCell(loader: loads)
      var told: [String] = []
      cell.bind(Self.a) { told.append("first \($0)") }
      try await simulation.untilQuiet()
      cell.bind(Self.b) { told.append("second \($0)") }
      try await simulation.untilQuiet()
      cell.bind(Self.a) { result in
        if case .success = result { told.append("third") }
      }
      try await simulation.untilQuiet()
      loads.reply(to: 0, failing: true)
      try await simulation.untilQuiet()
      loads.reply(to: 2)
      try await simulation.untilQuiet()
      loads.reply(to: 1, failing: true)
      try await simulation.untilQuiet()
      return (told, cell.drawn?.shows(Self.a))
    } check: { result, place in
      XCTAssertEqual(result.0, ["third"], place)
      XCTAssertEqual(result.1, true, place)
    }
  }

  func testAnotherSizeOfThePhotoIsAnotherPicture() {
    onTheMainActor(seeds: 0..<20) { simulation in
      let loads = HeldLoads(simulation, heedsCancelling: false)
      let cell = PhotoCell(loader: loads)
      let large = HeldLoads.key(1, 1170)
      cell.bind(Self.a)
      try await simulation.untilQuiet()
      cell.bind(large)
      try await simulation.untilQuiet()
      loads.reply(to: 0)
      try await simulation.untilQuiet()
      let early = cell.drawn
      loads.reply(to: 1)
      try await simulation.untilQuiet()
      return (early == nil, cell.drawn?.shows(large))
    } check: { result, place in
      XCTAssertTrue(result.0, place)
      XCTAssertEqual(result.1, true, place)
    }
  }

  func testACompletionMayBindTheNext() {
    for hitsB in [false, true] {
      onTheMainActor(seeds: 0..<20) { simulation in
        let loads = HeldLoads(simulation)
        if hitsB { loads.keep(Self.b) }
        let cell = PhotoCell(loader: loads, held: loads.kept)
        var told: [String] = []
        cell.bind(Self.a) { _ in
          told.append("a")
          cell.bind(Self.b) { _ in told.append("b") }
        }
        try await simulation.untilQuiet()
        loads.reply(to: 0)
        try await simulation.untilQuiet()
        loads.reply(to: 1)
        try await simulation.untilQuiet()
        return (told, cell.drawn?.shows(Self.b), cell.key == Self.b)
      } check: { result, place in
        XCTAssertEqual(result.0, ["a", "b"], place)
        XCTAssertEqual(result.1, true, place)
        XCTAssertTrue(result.2, place)
      }
    }
  }

  func testWhoIsToldOfADrawMayBindTheNext() {
    onTheMainActor(seeds: 0..<20) { simulation in
      let loads = HeldLoads(simulation)
      loads.keep(Self.a)
      let cell = PhotoCell(loader: loads, held: loads.kept)
      var told: [String] = []
      cell.onDraw = { picture in
        told.append(picture == nil ? "placeholder" : "picture")
        if picture?.shows(Self.a) == true { cell.bind(Self.b) }
      }
      cell.bind(Self.a) { _ in told.append("completion of a replaced binding") }
      try await simulation.untilQuiet()
      loads.reply(to: 0)
      try await simulation.untilQuiet()
      cell.onDraw = nil
      return (told, cell.drawn?.shows(Self.b))
    } check: { result, place in
      XCTAssertEqual(result.0, ["picture", "placeholder", "picture"], place)
      XCTAssertEqual(result.1, true, place)
    }
  }

  func testTheSameKeyAgainKeepsThePictureAndTheLoad() {
    onTheMainActor(seeds: 0..<20) { simulation in
      let loads = HeldLoads(simulation)
      let cell = PhotoCell(loader: loads)
      cell.bind(Self.a)
      try await simulation.untilQuiet()
      cell.bind(Self.a)
      loads.reply(to: 0)
      try await simulation.untilQuiet()
      var results = 0
      cell.bind(Self.a) { _ in results += 1 }
      return (cell.drawn != nil, loads.asked.count, loads.cancelled, results)
    } check: { result, place in
      XCTAssertTrue(result.0, place)
      XCTAssertEqual([result.1, result.2, result.3], [1, 0, 1], place)
    }
  }

  func testAfterAFailureTheSameKeyIsAskedForAgain() {
    onTheMainActor(seeds: 0..<20) { simulation in
      let loads = HeldLoads(simulation)
      let cell = PhotoCell(loader: loads)
      var failures = 0
      cell.bind(Self.a) {
        if case .failure(let error) = $0, error is HeldLoads.Failure { failures += 1 }
      }
      try await simulation.untilQuiet()
      loads.reply(to: 0, failing: true)
      try await simulation.untilQuiet()
      cell.bind(Self.a)
      try await simulation.untilQuiet()
      loads.reply(to: 1)
      try await simulation.untilQuiet()
      return (failures, cell.drawn?.shows(Self.a))
    } check: { result, place in
      XCTAssertEqual(result.0, 1, place)
      XCTAssertEqual(result.1, true, place)
    }
  }

  func testNobodyWaitsForACellThatWasGivenUp() {
    onTheMainActor { simulation in
      let loads = HeldLoads(simulation)
      let cell = PhotoCell(loader: loads)
      cell.bind(Self.a)
      try await simulation.untilQuiet()
      cell.prepareForReuse()
      try await simulation.untilQuiet()
      let given = (loads.cancelled, cell.drawn == nil, cell.key == nil)
      // A row that flies by within one turn asks for nothing at all.
      for photo in 0..<100 { cell.bind(HeldLoads.key(photo)) }
      cell.prepareForReuse()
      try await simulation.untilQuiet()
      return (given, loads.asked.count)
    } check: { result, place in
      XCTAssertEqual(result.0.0, 1, place)
      XCTAssertTrue(result.0.1 && result.0.2, place)
      XCTAssertEqual(result.1, 1, place)
    }
  }

  func testACellThatGoesTakesItsLoadAlong() {
    onTheMainActor(seeds: 0..<20) { simulation in
      let loads = HeldLoads(simulation)
      var cell: PhotoCell? = PhotoCell(loader: loads)
      weak let former = cell
      cell?.bind(Self.a)
      try await simulation.untilQuiet()
      cell = nil
      try await simulation.untilQuiet()
      return (former == nil, loads.cancelled)
    } check: { result, place in
      XCTAssertTrue(result.0, place)
      XCTAssertEqual(result.1, 1, place)
    }
  }

  func testWhatIsDrawnIsWhatIsBoundForAnyOrder() {
    for heeds in [false, true] {
      for seed: UInt64 in 0..<1000 {
        let simulation = Simulation(
          schedule: .shuffled(seed), hops: seed % 2 == 0 ? .inline : .scheduled)
        let run = simulation.run { @MainActor in
          try await Self.play(seed, HeldLoads(simulation, heedsCancelling: heeds), simulation)
        }
        XCTAssertNoThrow(try run.get(), "seed \(seed)")
        XCTAssertEqual((try? run.get()) ?? ["?"], [], "seed \(seed), heeds \(heeds)")
        XCTAssertTrue(run.leftovers.isEmpty, "seed \(seed): \(run.leftovers)")
      }
    }
  }

  /// Binds, gives up and replies at random, and returns the steps after which all was not well.
  @MainActor
  private static func play(
    _ seed: UInt64, _ loads: HeldLoads, _ simulation: Simulation
  ) async throws -> [String] {
    var numbers = SplitMix64(seed: seed)
    let cell = PhotoCell(loader: loads, held: loads.kept)
    var bound: ImageKey?
    var faults: [String] = []
    func look(_ step: String) {
      if cell.key != bound { faults.append("\(step): bound to the wrong key") }
      guard let drawn = cell.drawn else { return }
      if bound.map(drawn.shows) != true { faults.append("\(step): drew \(drawn.size)") }
    }
    for step in 0..<40 {
      switch numbers.next(below: 6) {
      case 0, 1:
        bound = HeldLoads.key(numbers.next(below: 3), numbers.next(below: 2) == 0 ? 360 : 1170)
        cell.bind(bound)
      case 2:
        bound = nil
        if numbers.next(below: 2) == 0 { cell.bind(nil) } else { cell.prepareForReuse() }
      case 3, 4:
        let failing = numbers.next(below: 4) == 0
        loads.reply(to: numbers.next(below: max(1, loads.asked.count)), failing: failing)
      default:
        try await simulation.clock.sleep(for: .milliseconds(1))
      }
      look("\(step)")
      if numbers.next(below: 2) == 0 { await Task.yield() }
      look("\(step), after a while")
    }
    for number in loads.asked.indices { loads.reply(to: number) }
    try await simulation.untilQuiet()
    for number in loads.asked.indices { loads.reply(to: number) }
    try await simulation.untilQuiet()
    look("the end")
    return faults
  }
}
