import LowWaterMarkSolution
import Simulation
import SimulatedPhone
import Vocabulary
import XCTest

final class CardDeckPicturesTests: CellsTestCase {
  func testTheNextPicturesAreThereAtTheSizeOfACardBeforeTheyAreOnTop() {
    onTheMainActor { simulation in
      let world = DeckWorld(simulation, .endless(pageSize: 9))
      try await world.start()
      var wereThere = true
      for id in 1...20 {
        let key = ImageKey(url: Card.numbered(id).photoURL, maxPixelSize: 600)
        wereThere = wereThere && world.deck.picture(of: id)?.shows(key) == true
        world.swipe()
        try await simulation.untilQuiet()
      }
      return (wereThere, world.pictures.asked)
    } check: { result, place in
      XCTAssertTrue(result.0, place)
      XCTAssertEqual(result.1.sorted(), Array(1...23), "each once, \(place)")
    }
  }

  func testTheTopCardIsLoadedFirstAndOnlyTheNextFewAre() {
    onTheMainActor(seeds: 0..<0) { simulation in
      let world = DeckWorld(simulation, .endless(pageSize: 9), picturesAreHeld: true)
      try await world.start()
      return world.pictures.asked
    } check: { asked, place in
      XCTAssertEqual(asked, [1, 2, 3], place)
    }
  }

  func testAfterAThousandSwipesAFewCardsAndPicturesAreHeld() {
    onTheMainActor(seeds: 0..<3) { simulation in
      let script = CardScript { request in
        CardScript.endless(pageSize: 20).reply(to: request)?.after(.milliseconds(250))
      }
      let world = DeckWorld(simulation, script)
      world.deck.start()
      var (swiped, cards, pictures): ([Card.ID], Int, Int) = ([], 0, 0)
      while swiped.count < 1000 {
        swiped += world.swipe()
        cards = max(cards, world.deck.plan.heldCount)
        try await simulation.clock.sleep(for: .milliseconds(10))
        pictures = max(pictures, world.deck.pictureCount)
      }
      try await simulation.clock.sleep(for: .seconds(1))
      return (swiped, cards, pictures, world.pictures.peak, world.deck.plan.top?.id)
    } check: { result, place in
      XCTAssertEqual(result.0, Array(1...1000), place)
      XCTAssertLessThanOrEqual(result.1, 3 + 1 + 20, place)
      XCTAssertLessThanOrEqual(result.2, 4, place)
      XCTAssertLessThanOrEqual(result.3, 4, "in memory, \(place)")
      XCTAssertEqual(result.4, 1001, place)
    }
  }

  func testACardThatLeavesWithoutItsPictureCallsTheLoadOff() {
    onTheMainActor { simulation in
      let world = DeckWorld(simulation, .endless(pageSize: 9), picturesAreHeld: true)
      try await world.start()
      world.swipe(2)
      try await simulation.untilQuiet()
      let cancelled = world.pictures.cancelled.sorted()
      let waiting = world.pictures.load.gate.waiting
      world.pictures.load.gate.open()
      try await simulation.untilQuiet()
      return (cancelled, waiting, world.shown(1...9))
    } check: { result, place in
      XCTAssertEqual(result.0, [1, 2], place)
      XCTAssertEqual(result.1, 3, place)
      XCTAssertEqual(result.2, [3, 4, 5], place)
    }
  }

  func testALoadThatIsCalledOffBeforeItsTurnIsNeverStarted() {
    onTheMainActor { simulation in
      let world = DeckWorld(simulation, .dealing([.numbered(1...9)]), picturesAreHeld: true)
      try await world.start()
      world.swipe(9)
      try await simulation.untilQuiet()
      return world.pictures.asked.sorted()
    } check: { asked, place in
      XCTAssertEqual(asked, [1, 2, 3], place)
    }
  }

  func testTheLatestSwipedCardKeepsItsPictureAndNoOther() {
    onTheMainActor { simulation in
      let world = DeckWorld(simulation, .endless(pageSize: 9))
      try await world.start()
      for _ in 1...3 {
        world.swipe()
        try await simulation.untilQuiet()
      }
      let held = world.shown(1...9)
      let asked = world.pictures.asked.count
      let isBack = world.deck.putBack(.numbered(3)) && world.deck.picture(of: 3) != nil
      try await simulation.untilQuiet()
      return (held, isBack, world.pictures.asked.count - asked, world.pictures.alive)
    } check: { result, place in
      XCTAssertEqual(result.0, [3, 4, 5, 6], place)
      XCTAssertTrue(result.1, place)
      XCTAssertEqual(result.2, 0, "drawn at once, \(place)")
      XCTAssertEqual(result.3, 3, place)
    }
  }

  func testWhenMemoryIsShortThePictureOnTopStaysAndTheOthersComeAgain() {
    onTheMainActor { simulation in
      let world = DeckWorld(simulation, .endless(pageSize: 9))
      try await world.start()
      world.swipe()
      try await simulation.untilQuiet()
      world.deck.giveUpHiddenPictures()
      let (held, alive) = (world.shown(1...9), world.pictures.alive)
      world.deck.wake()
      try await simulation.untilQuiet()
      return (held, alive, world.shown(1...9))
    } check: { result, place in
      XCTAssertEqual(result.0, [2], place)
      XCTAssertEqual(result.1, 1, place)
      XCTAssertEqual(result.2, [2, 3, 4], place)
    }
  }

  func testAPictureThatFailedIsTriedAgainWhenTheDeckMovesAndWhenItIsWoken() {
    onTheMainActor { simulation in
      let world = DeckWorld(simulation, .endless(pageSize: 9))
      world.pictures.load.failNext(3)
      try await world.start()
      let first = world.shown(1...9)
      world.pictures.load.failNext(2)
      world.swipe()
      try await simulation.untilQuiet()
      let second = world.shown(1...9).count
      world.deck.wake()
      try await simulation.untilQuiet()
      return (first, second, world.shown(1...9))
    } check: { result, place in
      XCTAssertEqual(result.0, [], place)
      XCTAssertEqual(result.1, 1, place)
      XCTAssertEqual(result.2, [2, 3, 4], place)
    }
  }

  func testADeckThatGoesTakesItsPageItsPauseAndItsLoadsAlong() {
    onTheMainActor(seeds: 0..<30) { simulation in
      let gate = simulation.gate("page")
      var gone: [Bool] = []
      for reply in [CardReply.page([], next: nil).held(at: gate), .failing(.offline)] {
        let script = CardScript.endless(pageSize: 3).answering("1", with: reply)
        var world: DeckWorld? = DeckWorld(simulation, script, picturesAreHeld: true)
        let pictures = world?.pictures
        let deck = WeakReference(world?.deck)
        try await world?.start()
        world = nil
        gone.append(deck.object == nil)
        try await simulation.untilQuiet()
        gone.append(gate.waiting == 0 && pictures?.cancelled.count == 3)
      }
      return (gone, simulation.clock.now.offset)
    } check: { result, place in
      XCTAssertEqual(result.0, [true, true, true, true], place)
      XCTAssertEqual(result.1, .zero, place)
    }
  }

  func testTheDeckMayBeCalledFromItsCallback() {
    onTheMainActor(seeds: 0..<30) { simulation in
      let world = DeckWorld(simulation, .dealing([.numbered(1...3)]))
      try await world.start()
      var tops: [Card.ID?] = []
      for id in 1...3 {
        world.deck.onChange = { [deck = world.deck] in
          deck.onChange = nil
          tops.append(deck.plan.top?.id)
          _ = deck.putBack(.numbered(id))
          tops.append(deck.plan.top?.id)
        }
        world.swipe()
        world.swipe()
      }
      world.deck.onChange = nil
      return (tops, world.deck.plan.top?.id, world.deck.plan.heldCount)
    } check: { result, place in
      XCTAssertEqual(result.0, [2, 1, 3, 2, nil, 3], place)
      XCTAssertNil(result.1, place)
      XCTAssertEqual(result.2, 1, place)
    }
  }
}
