import LowWaterMarkSolution
import SimulatedPhone
import Vocabulary
import XCTest

final class DeckPlanTests: XCTestCase {
  func testFiveCardsAreEnoughThreeAreNotAndARefillIsAgain() {
    var plan = DeckPlan()
    XCTAssertTrue(plan.isLow)
    plan.bring(.numbered(1...5), next: "a")
    XCTAssertFalse(plan.isLow)
    XCTAssertNil(plan.nextStep())
    XCTAssertEqual(plan.swipe(1), .numbered(1))
    XCTAssertNil(plan.nextStep())
    XCTAssertEqual(plan.swipe(2), .numbered(2))
    XCTAssertTrue(plan.isLow)
    plan.bring(.numbered(6...10), next: "b", expecting: "a")
    XCTAssertFalse(plan.isLow)
    XCTAssertNil(plan.nextStep())
    XCTAssertEqual(plan.top, .numbered(3))
  }

  func testWhileAPageIsOnItsWayNothingIsAskedForAgain() throws {
    var plan = DeckPlan()
    plan.bring(.numbered(1...4), next: "a")
    XCTAssertNotNil(plan.swipe(1))
    let step = try XCTUnwrap(plan.nextStep())
    for id in 2...4 {
      XCTAssertNotNil(plan.swipe(id))
      XCTAssertNil(plan.nextStep())
    }
    XCTAssertTrue(plan.arrive(page([5], next: "b"), by: step))
    XCTAssertEqual(plan.nextStep()?.cursor, "b", "still low")
    XCTAssertFalse(plan.arrive(page([6], next: "c"), by: step), "one step, one page")
  }

  func testOnlyTheCardOnTopCanBeSwiped() {
    var plan = DeckPlan()
    XCTAssertNil(plan.swipe(1))
    plan.bring(.numbered(1...2), next: nil)
    XCTAssertNil(plan.swipe(2))
    XCTAssertEqual(plan.swipe(1), .numbered(1))
    XCTAssertNil(plan.swipe(1), "a second tap, meant for the card that has gone")
    XCTAssertEqual(plan.swipe(2), .numbered(2))
    XCTAssertNil(plan.swipe(2), "past the end")
    XCTAssertNil(plan.top)
    XCTAssertEqual(plan.latest, .numbered(2), "nothing is lost")
  }

  func testAFailureAsksForTheSamePageAgainAfterLongerAndLongerPauses() throws {
    var plan = DeckPlan()
    plan.bring(.numbered(1...3), next: "a")
    for attempt in 0..<4 {
      let ask = try XCTUnwrap(plan.nextStep())
      XCTAssertEqual(ask.cursor, "a")
      plan.fail(ask, retryAfter: attempt == 2 ? .seconds(9) : nil)
      let pause = try XCTUnwrap(plan.nextStep())
      guard case .pause(attempt, let retryAfter, _) = pause else { return XCTFail("\(pause)") }
      XCTAssertEqual(retryAfter, attempt == 2 ? .seconds(9) : nil)
      XCTAssertNil(plan.nextStep(), "no swipe ends a pause")
      plan.resume(ask)
      XCTAssertNil(plan.nextStep(), "nor does the end of another step")
      plan.resume(pause)
    }
    plan.bring([], next: "b", expecting: "a")
    plan.fail(try XCTUnwrap(plan.nextStep()))
    guard case .pause(0, nil, _) = plan.nextStep() else { return XCTFail("counts anew") }
  }

  func testAnEmptyLastPageIsTheEnd() {
    var plan = DeckPlan()
    plan.bring([], next: nil)
    XCTAssertTrue(plan.hasEnded)
    XCTAssertNil(plan.nextStep())
    plan.reset()
    XCTAssertNotNil(plan.nextStep())
  }

  func testTheLastCardsEndItTooAndCanBeSwiped() {
    var plan = DeckPlan()
    plan.bring(.numbered(1...2), next: nil)
    XCTAssertNotNil(plan.swipe(1))
    XCTAssertNotNil(plan.swipe(2))
    XCTAssertNil(plan.nextStep())
  }

  func testPagesWithoutANewCardLeadOnAtOnceAndAfterSomeWithPauses() {
    var plan = DeckPlan()
    plan.bring(.numbered(1...2), next: "0")
    plan.bring([], next: "1", expecting: "0")
    plan.bring(.numbered([2, 1]), next: "2", expecting: "1")
    plan.bring(.numbered([1]), next: "3", expecting: "2")
    for attempt in 0..<3 {
      let pause = plan.nextStep()
      guard case .pause(attempt, nil, _)? = pause, let pause else { return XCTFail("\(attempt)") }
      plan.resume(pause)
      plan.bring([], next: "\(attempt + 4)", expecting: "\(attempt + 3)")
    }
    XCTAssertNotNil(plan.nextStep())
    XCTAssertTrue(plan.wake())
    plan.bring(.numbered([3]), next: "9", expecting: "6")
    XCTAssertEqual(plan.nextStep()?.cursor, "9", "a card came: no pause any more")
    XCTAssertFalse(plan.wake(), "there was no pause to end")
  }

  func testACardThatComesTwiceIsThereOnce() {
    var plan = DeckPlan()
    plan.bring(.numbered([1, 2, 2, 1]), next: "a")
    XCTAssertNotNil(plan.swipe(1))
    plan.bring(.numbered([1, 2, 3]), next: "b", expecting: "a")
    XCTAssertEqual(plan.drained(), [2, 3])
  }

  func testALatePageOfADeckThatWasResetIsDropped() throws {
    var plan = DeckPlan()
    plan.bring(.numbered(1...3), next: "a")
    XCTAssertNotNil(plan.swipe(1))
    let late = try XCTUnwrap(plan.nextStep())
    plan.reset()
    let first = try XCTUnwrap(plan.nextStep())
    XCTAssertNil(first.cursor)
    XCTAssertFalse(plan.arrive(page([9], next: "z"), by: late))
    plan.fail(late)
    XCTAssertNil(plan.nextStep(), "the first page is still on its way")
    XCTAssertTrue(plan.arrive(page([1, 2, 3, 4], next: "b"), by: first))
    XCTAssertEqual(plan.top, .numbered(2), "who was swiped does not come again, the others do")
    XCTAssertTrue(plan.putBack(.numbered(1)))
    XCTAssertEqual(plan.drained(), [1, 2, 3, 4])
  }

  func testACardIsPutBackOnceAndOnTop() throws {
    var plan = DeckPlan()
    plan.bring(.numbered(1...5), next: "a")
    for id in 1...3 { XCTAssertNotNil(plan.swipe(id)) }
    let step = try XCTUnwrap(plan.nextStep())
    XCTAssertTrue(plan.putBack(.numbered(3)))
    XCTAssertFalse(plan.putBack(.numbered(3)))
    XCTAssertFalse(plan.putBack(.numbered(5)), "not swiped")
    XCTAssertNil(plan.latest)
    XCTAssertTrue(plan.putBack(.numbered(1)), "by its id, whatever lies between")
    XCTAssertTrue(plan.putBack(.numbered(9)), "of an earlier launch")
    XCTAssertTrue(plan.arrive(page([9, 3, 6], next: nil), by: step))
    XCTAssertEqual(plan.drained(), [9, 1, 3, 4, 5, 6])
  }

  func testACardThatWasSwipedElsewhereGoesAndStaysAwayUntilItIsTakenBack() {
    var plan = DeckPlan()
    plan.bring(.numbered(1...3), next: "a")
    XCTAssertNotNil(plan.swipe(1))
    for id in [1, 3, 4] { plan.remove(id) }
    XCTAssertNil(plan.latest)
    plan.readmit(4)
    plan.bring(.numbered(1...5), next: nil, expecting: "a")
    XCTAssertEqual(plan.drained(), [2, 4, 5])
  }

  func testWhatIsHeldAndRememberedStaysBounded() {
    var limits = DeckLimits()
    limits.remembered = 50
    var plan = DeckPlan(limits)
    var (next, held) = (0, 0)
    for swipe in 1...10_000 {
      while let step = plan.nextStep() {
        let first = next * 10 + 1
        next += 1
        // Every page holds the last card of the one before as well.
        let cards = [max(first - 1, 1)] + Array(first..<first + 10)
        XCTAssertTrue(plan.arrive(page(cards, next: "\(next)"), by: step))
      }
      XCTAssertEqual(plan.top?.id, swipe)
      held = max(held, plan.heldCount)
      XCTAssertNotNil(plan.swipe(swipe))
    }
    XCTAssertEqual(held, limits.lowWaterMark + 1 + 10)
    plan.reset()
    plan.bring(.numbered([1, 10_000]), next: nil)
    XCTAssertEqual(plan.drained(), [1], "long forgotten, and not yet")
  }

  func testLimitsBelowZeroCountAsZero() {
    var limits = DeckLimits()
    (limits.lowWaterMark, limits.picturesAhead) = (-1, -1)
    (limits.remembered, limits.barrenPages) = (-1, -1)
    var plan = DeckPlan(limits)
    plan.bring(.numbered(1...2), next: "a")
    XCTAssertEqual(plan.upcoming, [])
    XCTAssertNotNil(plan.swipe(1))
    XCTAssertNil(plan.nextStep(), "one is left")
    XCTAssertNotNil(plan.swipe(2))
    plan.bring([], next: "b", expecting: "a")
    guard case .pause(0, nil, _) = plan.nextStep() else { return XCTFail("a pause, the first") }
  }

  func testAHeldCardIsNotDealtTwiceHoweverLittleIsRemembered() {
    var limits = DeckLimits()
    limits.remembered = 0
    limits.lowWaterMark = 9
    var plan = DeckPlan(limits)
    plan.bring(.numbered(1...5), next: "a")
    XCTAssertNotNil(plan.swipe(1))
    plan.bring(.numbered([1, 2, 3, 4, 5, 6, 7, 6]), next: nil, expecting: "a")
    XCTAssertEqual(plan.drained(), [2, 3, 4, 5, 6, 7])
  }
}

private func page(_ cards: [Card.ID], next: String?) -> CardPage {
  CardPage(cards: .numbered(cards), nextCursor: next.map(CardPage.Cursor.init(rawValue:)))
}

extension DeckStep {
  /// The cursor that is asked for; nil for the first page and for a pause.
  fileprivate var cursor: String? {
    if case .ask(let cursor, _) = self { cursor?.rawValue } else { nil }
  }
}

extension DeckPlan {
  /// Lets the page that is asked for arrive, which must be that of a cursor.
  fileprivate mutating func bring(
    _ cards: [Card], next: String?, expecting cursor: String? = nil, line: UInt = #line
  ) {
    guard let step = nextStep(), case .ask = step else {
      return XCTFail("Nothing is asked for.", line: line)
    }
    XCTAssertEqual(step.cursor, cursor, line: line)
    XCTAssertTrue(arrive(page(cards.map(\.id), next: next), by: step), line: line)
  }

  /// Swipes to the end.
  fileprivate mutating func drained() -> [Card.ID] {
    var ids: [Card.ID] = []
    while let card = top.flatMap({ swipe($0.id) }) { ids.append(card.id) }
    return ids
  }
}
