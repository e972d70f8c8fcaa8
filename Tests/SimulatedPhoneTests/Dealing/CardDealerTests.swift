import Simulation
import SimulatedPhone
import Vocabulary
import XCTest

final class CardDealerTests: XCTestCase {
  func testPagesComeByCursorInTheirOrder() throws {
    let pages: [[Card]] = [.numbered(1...5), [], .numbered(4...6)]
    let (dealt, log) = try dealing(.dealing(pages)) { dealer, _ in
      var (dealt, cursor): ([[Card]], CardPage.Cursor?) = ([], nil)
      repeat {
        let page = try await dealer.page(after: cursor)
        dealt.append(page.cards)
        cursor = page.nextCursor
      } while cursor != nil
      return dealt
    }
    XCTAssertEqual(dealt, pages)
    XCTAssertEqual(log.cursors, ["", "1", "2"])
    XCTAssertEqual(log.highWater, 1)
    XCTAssertEqual(log.running, 0)
  }

  func testADeckWithoutEndCountsOn() throws {
    let (pages, _) = try dealing(.endless(pageSize: 4)) { dealer, _ in
      let first = try await dealer.page(after: nil)
      return [first, try await dealer.page(after: first.nextCursor)]
    }
    XCTAssertEqual(pages.flatMap(\.cards), .numbered(1...8))
    XCTAssertEqual(pages.last?.nextCursor?.rawValue, "2")
    XCTAssertEqual(Set(pages.flatMap(\.cards).map(\.photoURL)).count, 8)
  }

  func testTheNthRequestOfAPageGetsTheNthReply() throws {
    let script = CardScript.dealing([.numbered(1...2), .numbered(3...4)])
      .answering("1", with: .failing(.timedOut), .page([], next: "1"), .page([], next: nil))
    let (outcomes, log) = try dealing(script) { dealer, _ in
      _ = try await dealer.page(after: nil)
      var outcomes: [Result<CardPage, TransportError>] = []
      for _ in 0..<4 { outcomes.append(await dealer.result(after: "1")) }
      return outcomes
    }
    let end = CardPage(cards: [], nextCursor: nil)
    let again = CardPage(cards: [], nextCursor: .init(rawValue: "1"))
    XCTAssertEqual(outcomes, [.failure(.timedOut), .success(again), .success(end), .success(end)])
    XCTAssertEqual(log.count(after: .init(rawValue: "1")), 4)
    XCTAssertEqual(log.requests(after: .init(rawValue: "1")).map(\.number), [1, 2, 3, 4])
    XCTAssertEqual(log.requests[1].outcome, .failed(.timedOut))
  }

  func testWhatIsNotForeseenFailsByName() throws {
    let (result, _) = try dealing(CardScript()) { dealer, _ in await dealer.result(after: "x y") }
    guard case .failure(.unscripted(let url)) = result else { return XCTFail("\(result)") }
    XCTAssertEqual(url.absoluteString, "https://cards.test/deck?after=x%20y")
  }

  func testAReplyTakesItsTimeAndWaitsAtItsDoor() throws {
    let (entered, log) = try dealing { simulation in
      let door = simulation.gate("door")
      let script = CardScript.dealing([.numbered(1...2)])
        .changing(nil) { reply, _ in reply.after(.milliseconds(120)).held(at: door) }
      return (script, door)
    } program: { dealer, simulation, door in
      async let page = dealer.page(after: nil)
      try await door.untilWaiting(1)
      let entered = simulation.clock.now.offset
      try await simulation.clock.sleep(for: .seconds(1))
      door.open()
      _ = try await page
      return entered
    }
    XCTAssertEqual(entered, .milliseconds(120))
    XCTAssertEqual(log.requests.map(\.start.offset), [.zero])
    XCTAssertEqual(log.requests.map(\.end?.offset), [.milliseconds(1120)])
  }

  func testACancelledCallerIsGoneAtOnceUnlessTheReplyIgnoresIt() throws {
    for ignores in [false, true] {
      let (result, log) = try dealing { simulation in
        let door = simulation.gate("door")
        let script = CardScript.dealing([.numbered(1...2)]).changing(nil) { reply, _ in
          ignores ? reply.held(at: door).ignoringCancellation() : reply.held(at: door)
        }
        return (script, door)
      } program: { dealer, simulation, door in
        let caller = Task { try await dealer.page(after: nil) }
        try await door.untilWaiting(1)
        caller.cancel()
        try await simulation.untilQuiet()
        let running = dealer.log.running
        door.open()
        return (running, (try? await caller.value)?.cards.count)
      }
      XCTAssertEqual(result.0, ignores ? 1 : 0)
      XCTAssertEqual(result.1, ignores ? 2 : nil)
      XCTAssertEqual(log.running, 0)
      if !ignores { XCTAssertEqual(log.requests.map(\.outcome), [.cancelled]) }
    }
  }

  func testWhoIsCancelledBeforeAsksForNothing() throws {
    let (_, log) = try dealing(.endless(pageSize: 1)) { dealer, _ in
      let caller = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await dealer.page(after: nil)
      }
      return try? await caller.value
    }
    XCTAssertEqual(log.requests, [])
  }

  func testTheLogKnowsHowManyRanAtOnce() throws {
    let (_, log) = try dealing { simulation in
      let door = simulation.gate("door")
      let script = CardScript { request in
        CardReply.page([], next: nil).after(request.cursor == nil ? .zero : .seconds(1))
          .held(at: door)
      }
      return (script, door)
    } program: { dealer, simulation, door in
      async let first = dealer.page(after: nil)
      async let again = dealer.page(after: nil)
      async let other = dealer.page(after: .init(rawValue: "a"))
      try await door.untilWaiting(3)
      door.open()
      _ = try await (first, again, other)
      return try await dealer.page(after: .init(rawValue: "a"))
    }
    XCTAssertEqual(log.highWater, 3)
    XCTAssertEqual(log.highWaterOfACursor, 2)
    XCTAssertEqual(log.running, 0)
  }

  func testTheTimelineTellsWhatWasAskedAndWhatCame() throws {
    let simulation = Simulation()
    let dealer = CardDealer(simulation, .dealing([.numbered([7]), []]))
    let run = simulation.run {
      _ = try await dealer.page(after: nil)
      _ = try await dealer.page(after: .init(rawValue: "1"))
      _ = try? await dealer.page(after: .init(rawValue: "1"))
    }
    XCTAssertNoThrow(try run.get())
    XCTAssertEqual(
      run.timeline.events.map(\.what),
      [
        "first page?", "first page: 1 card, more after 1", "page after 1?",
        "page after 1: no card, the end", "page after 1 #2?", "page after 1 #2: no card, the end",
      ])
    XCTAssertEqual(run.timeline.lanes, ["cards"])
  }
}

extension CardDealerTests {
  /// Runs a program against a dealer with a script, and gives the log as well.
  private func dealing<Value: Sendable>(
    _ script: CardScript,
    program: @escaping @Sendable (CardDealer, Simulation) async throws -> Value
  ) throws -> (Value, CardLog) {
    try dealing {
      (script, $0.gate("none"))
    } program: { dealer, simulation, _ in
      try await program(dealer, simulation)
    }
  }

  private func dealing<Value: Sendable>(
    script: (Simulation) -> (CardScript, Gate),
    program: @escaping @Sendable (CardDealer, Simulation, Gate) async throws -> Value
  ) throws -> (Value, CardLog) {
    let simulation = Simulation()
    let (script, door) = script(simulation)
    let dealer = CardDealer(simulation, script)
    let run = simulation.run { try await program(dealer, simulation, door) }
    XCTAssertTrue(run.leftovers.isEmpty, "\(run.leftovers)")
    XCTAssertEqual(run.remarks, [])
    return (try run.get(), dealer.log)
  }
}

extension CardDealer {
  fileprivate func result(after cursor: String) async -> Result<CardPage, TransportError> {
    do {
      return .success(try await page(after: .init(rawValue: cursor)))
    } catch {
      return .failure(error as? TransportError ?? .timedOut)
    }
  }
}
