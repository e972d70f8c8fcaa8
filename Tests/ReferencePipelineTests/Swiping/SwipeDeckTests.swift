import Foundation
import ReferencePipeline
import Simulation
import SimulatedPhone
import SwipesMustNotBeLostSolution
import Vocabulary
import XCTest

final class SwipeDeckTests: CellsTestCase {
  func testASwipeIsOnTheScreenThenOnTheDiskAndThenWithTheServer() {
    onTheMainActor { simulation in
      let disk = SimulatedDisk(simulation)
      let notes = Notebook<String>()
      let server = SwipeServer(simulation) { request in
        if !disk.hasSafely(request.operation.key) { notes.add("sent before it was safe") }
        return .answered
      }
      let world = SwipeWorld(simulation, server, disk: disk)
      try await world.start()
      world.onEvent = { event in
        guard case .saved(let swipe) = event else { return }
        if !disk.hasSafely(swipe.key) { notes.add("called done before it was safe") }
      }
      let written = disk.writeCount
      for _ in 1...2 { world.swipe() }
      let atOnce = (world.deck.top?.id, disk.writeCount - written, server.requests.count)
      try await world.sleep(.seconds(5))
      return (atOnce, notes.entries, world.saved.map(\.card), world.counted)
    } check: { result, place in
      XCTAssertEqual(result.0.0, 3, place)
      XCTAssertEqual(result.0.1, 0, place)
      XCTAssertEqual(result.0.2, 0, place)
      XCTAssertEqual(result.1, [], place)
      XCTAssertEqual(result.2, [1, 2], place)
      XCTAssertEqual(result.3, [1, 2], place)
    }
  }

  func testAnHourWithoutTheServerCostsNoSwipeAndFewRequests() {
    onTheMainActor(seeds: 0..<10) { simulation in
      let server = SwipeServer(simulation)
      let world = SwipeWorld(simulation, server)
      server.isDown = true
      try await world.start()
      for _ in 1...4 {
        world.swipe()
        try await world.sleep(.seconds(900))
      }
      let requests = server.requests.count
      server.isDown = false
      try await world.sleep(.seconds(60))
      return (requests, world.counted, server.book)
    } check: { result, place in
      // A pause of 20 seconds at the most, and of 10 on average.
      XCTAssertLessThan(result.0, 600, place)
      XCTAssertGreaterThan(result.0, 180, place)
      XCTAssertEqual(result.1, [1, 2, 3, 4], place)
      XCTAssertEqual(result.2.arrivals.values.filter { $0 == 1 }.count, 4, place)
      XCTAssertEqual(result.2.carriedOut.count, 4, place)
    }
  }

  func testTheConnectionAndTheForegroundInOneTurnAreOneDrain() {
    onTheMainActor { simulation in
      let server = SwipeServer(simulation)
      let world = SwipeWorld(simulation, server)
      try await world.start()
      server.isOffline = true
      for _ in 1...3 { world.swipe() }
      try await world.sleep(.seconds(100))
      let offline = server.requests.count
      server.isOffline = false
      world.deck.wake()
      world.deck.wake()
      try await world.sleep(.seconds(1))
      return (offline, server.requests.map(\.operation.card), world.counted)
    } check: { result, place in
      XCTAssertEqual(result.0, 0, place)
      XCTAssertEqual(result.1, [1, 2, 3], place)
      XCTAssertEqual(result.2, [1, 2, 3], place)
    }
  }

  func testAWakeBeforeTheDiskIsReadAsksForNothing() {
    onTheMainActor(seeds: 0..<30) { simulation in
      let server = SwipeServer(simulation)
      server.isOffline = true
      let first = SwipeWorld(simulation, server)
      try await first.start()
      first.swipe()
      try await first.sleep(.seconds(1))
      server.isOffline = false
      let timing = DiskTiming(perStep: .seconds(1), perFlush: .zero, bytesPerMillisecond: 0)
      let disk = SimulatedDisk(simulation, timing: timing)
      for file in first.disk.relaunched(.nothing).files {
        disk.place(first.disk.contents(of: file.name) ?? Data(), as: file.name)
      }
      let world = SwipeWorld(simulation, server, launch: 2, disk: disk)
      world.deck.wake()
      world.deck.reset()
      try await world.sleep(.seconds(1))
      let steps = disk.stepCount
      world.deck.start()
      world.deck.wake()
      try await world.sleep(.milliseconds(500))
      let early = world.dealer.log.requests.count + server.requests.count
      try await world.sleep(.seconds(60))
      return (steps, early, world.deck.top?.id, world.counted)
    } check: { result, place in
      XCTAssertEqual(result.0, 0, place)
      XCTAssertEqual(result.1, 0, place)
      XCTAssertEqual(result.2, 2, place)
      XCTAssertEqual(result.3, [1], place)
    }
  }

  func testAWakeEndsThePauseAtOnceAndASwipeDoesNot() {
    onTheMainActor(seeds: 0..<30) { simulation in
      let server = SwipeServer(simulation) { request in
        request.number == 1 ? .unavailable(retryAfter: .seconds(600)) : .answered
      }
      let world = SwipeWorld(simulation, server)
      try await world.start()
      world.swipe()
      try await world.sleep(.seconds(10))
      world.swipe()
      try await world.sleep(.seconds(10))
      let requests = server.requests.count
      world.deck.wake()
      try await world.sleep(.seconds(1))
      return (requests, world.counted)
    } check: { result, place in
      XCTAssertEqual(result.0, 1, place)
      XCTAssertEqual(result.1, [1, 2], place)
    }
  }

  func testADiskWithoutRoomIsToldAndLosesNothingWhileTheAppLives() {
    onTheMainActor(seeds: 0..<30) { simulation in
      let server = SwipeServer(simulation)
      let world = SwipeWorld(simulation, server)
      try await world.start()
      world.disk.fill()
      for _ in 1...3 { world.swipe() }
      try await world.sleep(.seconds(30))
      let told = world.events.entries
      world.disk.setCapacity(nil)
      await world.deck.untilSafe()
      let saved = world.saved.map(\.card)
      try await world.sleep(.seconds(5))
      return (told, saved, world.counted)
    } check: { result, place in
      XCTAssertEqual(Set(result.0), [.delayed(.noSpace)], place)
      XCTAssertEqual(result.1, [1, 2, 3], place)
      XCTAssertEqual(result.2, [1, 2, 3], place)
    }
  }

  func testADeckThatGoesMakesNoMoreAttempts() {
    onTheMainActor(seeds: 0..<30) { simulation in
      let server = SwipeServer(simulation)
      var world: SwipeWorld? = SwipeWorld(simulation, server)
      server.isDown = true
      try await world?.start()
      world?.swipe()
      try await world?.sleep(.seconds(5))
      let deck = WeakReference(world?.deck)
      world = nil
      let isGone = deck.object == nil
      try await simulation.untilQuiet()
      let requests = server.requests.count
      try await simulation.clock.sleep(for: .seconds(900))
      // One that was on its way comes to its end.
      return (isGone, server.requests.count - requests)
    } check: { result, place in
      XCTAssertTrue(result.0, place)
      XCTAssertEqual(result.1, 0, place)
    }
  }

  func testAMatchThatNoDeckHearsIsToldToTheNext() {
    onTheMainActor(seeds: 0..<30) { simulation in
      let gate = simulation.gate("reply")
      let server = SwipeServer(simulation, likedBack: [1]) {
        $0.number == 1 ? .replyHeld(gate) : .answered
      }
      let disk = SimulatedDisk(simulation)
      var world: SwipeWorld? = SwipeWorld(simulation, server, disk: disk)
      try await world?.start()
      world?.swipe()
      try await gate.untilWaiting(1)
      world = nil
      gate.open()
      try await simulation.clock.sleep(for: .seconds(1))
      let next = SwipeWorld(simulation, server, launch: 2, disk: disk)
      try await next.start()
      return (next.events.entries, server.requests.count)
    } check: { result, place in
      XCTAssertEqual(result.0, [.matched(1)], place)
      XCTAssertEqual(result.1, 1, place)
    }
  }

  func testCardsWhoseSwipesWaitAreNotDealtAgainAfterARelaunch() {
    onTheMainActor(seeds: 0..<30) { simulation in
      let server = SwipeServer(simulation)
      server.isOffline = true
      let first = SwipeWorld(simulation, server)
      try await first.start()
      for _ in 1...3 { first.swipe() }
      await first.deck.untilSafe()
      let disk = first.disk.relaunched(.nothing)
      let second = SwipeWorld(simulation, server, launch: 2, disk: disk)
      try await second.start()
      let top = second.deck.top?.id
      server.isOffline = false
      second.deck.wake()
      try await second.sleep(.seconds(5))
      return (top, second.counted, server.book.arrivals.count)
    } check: { result, place in
      XCTAssertEqual(result.0, 4, place)
      XCTAssertEqual(result.1, [1, 2, 3], place)
      XCTAssertEqual(result.2, 3, place)
    }
  }

  func testAnotherOutboxTakesThePlaceOfTheUsualOne() {
    onTheMainActor(seeds: 0..<10) { simulation in
      let server = SwipeServer(simulation) { $0.number == 1 ? .requestLost : .answered }
      var queue: NotedQueue?
      let world = SwipeWorld(simulation, server) { disk, pause in
        let noted = NotedQueue(Outbox(files: disk, server: server, pause: pause))
        queue = noted
        return noted
      }
      try await world.start()
      world.swipe()
      world.deck.undo()
      try await world.sleep(.seconds(60))
      return (queue?.added.entries.map(\.card), queue?.drains.count, server.book.carriedOut.count)
    } check: { result, place in
      XCTAssertEqual(result.0, [1, 1], place)
      XCTAssertGreaterThan(result.1 ?? 0, 1, place)
      XCTAssertEqual(result.2, 2, place)
    }
  }
}

extension SimulatedDisk {
  /// Whether that is on the disk of the outbox, and would outlast the end of the app.
  fileprivate func hasSafely(_ key: IdempotencyKey) -> Bool {
    files.contains { file in
      guard let bytes = contents(of: file.name), let count = safeByteCount(of: file.name) else {
        return false
      }
      return bytes.prefix(count).range(of: Data(key.rawValue.utf8)) != nil
    }
  }
}
