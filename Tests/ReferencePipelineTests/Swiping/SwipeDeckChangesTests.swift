import ReferencePipeline
import Simulation
import SimulatedPhone
import Vocabulary
import XCTest

/// What a deck tells of, and gives up, though nobody swipes.
final class SwipeDeckChangesTests: CellsTestCase {
  func testWhatAnEarlierLaunchHasLeftIsToldOfOnce() {
    onTheMainActor(seeds: 0..<10) { simulation in
      let server = SwipeServer(simulation)
      server.isOffline = true
      let first = SwipeWorld(simulation, server)
      try await first.start()
      for _ in 1...3 { first.swipe() }
      await first.deck.untilSafe()
      let second = SwipeWorld(
        simulation, server, launch: 2, disk: first.disk.relaunched(.nothing))
      var (changes, untilCards) = (0, 0)
      second.deck.onChange = { [weak second] in
        changes += 1
        if second?.deck.top == nil { untilCards = changes }
      }
      try await second.start()
      return (untilCards, second.deck.top?.id)
    } check: { result, place in
      XCTAssertEqual(result.0, 1, place)
      XCTAssertEqual(result.1, 4, place)
    }
  }

  func testAWarningLeavesThePictureOnTop() {
    onTheMainActor(seeds: 0..<10) { simulation in
      let world = SwipeWorld(simulation, SwipeServer(simulation))
      try await world.start()
      var held: [[Bool]] = []
      for signal in MemorySignal.allCases {
        world.deck.respond(to: signal)
        held.append((1...3).map { world.deck.picture(of: $0) != nil })
        world.deck.wake()
        try await world.sleep(.seconds(1))
        held.append((1...3).map { world.deck.picture(of: $0) != nil })
      }
      return held
    } check: { held, place in
      for (index, pictures) in held.enumerated() {
        let isShort = index.isMultiple(of: 2)
        XCTAssertEqual(pictures, [true, !isShort, !isShort], place)
      }
    }
  }
}
