import Simulation
import SimulatedPhone
import Vocabulary
import XCTest

/// What a server of swipes decides.
final class SwipeServerTests: XCTestCase {
  private static func swipe(
    _ card: Card.ID, _ choice: Swipe.Choice = .like, key: String
  ) -> Swipe {
    Swipe(card: card, choice: choice, key: IdempotencyKey(rawValue: key))
  }

  private static func undo(_ swipe: Swipe, key: String) -> SwipeUndo {
    SwipeUndo(of: swipe, key: IdempotencyKey(rawValue: key))
  }

  private func run<Value: Sendable>(
    undoLimit: Int? = nil, likedBack: Set<Card.ID> = [],
    script: @escaping SwipeServer.Script = { _ in .answered },
    _ program: @escaping @Sendable (SwipeServer) async throws -> Value
  ) throws -> Value {
    let simulation = Simulation()
    let server = SwipeServer(
      simulation, undoLimit: undoLimit, likedBack: likedBack, script: script)
    return try simulation.run { try await program(server) }.get()
  }

  func testAKeyCountsOnceAndIsAnsweredAsTheFirstTime() throws {
    let (outcomes, book) = try run(likedBack: [8]) { server in
      let swipe = Self.swipe(7, key: "a")
      let first = try await server.send(swipe).outcome
      // The answer to a repeated key is the first one, though there is a match now.
      server.likeBack(7)
      let second = try await server.send(swipe).outcome
      let match = try await server.send(Self.swipe(8, key: "b")).outcome
      let pass = try await server.send(Self.swipe(9, .pass, key: "c")).outcome
      return ([first, second, match, pass], server.book)
    }
    XCTAssertEqual(outcomes, [.stored, .stored, .matched, .stored])
    XCTAssertEqual(book.counted.map(\.card), [7, 8, 9])
    XCTAssertEqual(book.arrivals[IdempotencyKey(rawValue: "a")], 2)
    XCTAssertEqual(book.answers.count, 3)
    XCTAssertEqual(book.conflicts, [])
  }

  func testAPassIsNoMatchEvenWhereTheOtherSideLikes() throws {
    let outcome = try run(likedBack: [7]) { try await $0.send(Self.swipe(7, .pass, key: "a")) }
    XCTAssertEqual(outcome.outcome, .stored)
  }

  func testAKeyWithAnotherBodyIsRefusedAndChangesNothing() throws {
    let (outcomes, book) = try run { server in
      let swipe = Self.swipe(7, key: "a")
      _ = try await server.send(swipe)
      let other = try await server.send(Self.swipe(7, .pass, key: "a")).outcome
      let undo = try await server.undo(Self.undo(swipe, key: "a")).outcome
      let again = try await server.send(swipe).outcome
      return (["\(other)", "\(undo)", "\(again)"], server.book)
    }
    XCTAssertEqual(outcomes.map { $0.hasPrefix("refused") }, [true, true, false])
    XCTAssertEqual(book.counted, [Self.swipe(7, key: "a")])
    XCTAssertEqual(book.conflicts.count, 2)
  }

  func testACardCountsOnceUntilItIsUndone() throws {
    let (outcomes, book) = try run { server in
      let first = Self.swipe(7, key: "a")
      _ = try await server.send(first)
      let second = try await server.send(Self.swipe(7, .pass, key: "b")).outcome
      _ = try await server.undo(Self.undo(first, key: "u"))
      let third = try await server.send(Self.swipe(7, .pass, key: "c")).outcome
      // An old key is never counted anew.
      let fourth = try await server.send(first).outcome
      return ([second, third, fourth], server.book)
    }
    guard case .refused = outcomes[0] else { return XCTFail("\(outcomes)") }
    XCTAssertEqual(Array(outcomes[1...]), [.stored, .stored])
    XCTAssertEqual(book.counted.map(\.key.rawValue), ["c"])
    XCTAssertEqual(book.carriedOut.map(\.key.rawValue), ["a", "u", "c"])
  }

  func testWhatAnUndoIsAnswered() throws {
    let (outcomes, left) = try run(undoLimit: 2, likedBack: [3]) { server in
      let swipes = (1...5).map { Self.swipe($0, key: "s\($0)") }
      for swipe in swipes.dropLast() { _ = try await server.send(swipe) }
      var outcomes: [UndoReceipt.Outcome] = []
      for (number, key) in [(5, "a"), (1, "b"), (1, "b"), (1, "c"), (3, "d"), (2, "e"), (4, "f")] {
        outcomes.append(try await server.undo(Self.undo(swipes[number - 1], key: key)).outcome)
      }
      // A match and an old undo need no undo that is left.
      for (number, key) in [(3, "g"), (1, "h")] {
        outcomes.append(try await server.undo(Self.undo(swipes[number - 1], key: key)).outcome)
      }
      server.setUndosLeft(1)
      outcomes.append(try await server.undo(Self.undo(swipes[3], key: "f")).outcome)
      outcomes.append(try await server.undo(Self.undo(swipes[3], key: "i")).outcome)
      return (outcomes, server.book.undosLeft)
    }
    XCTAssertEqual(
      outcomes,
      [
        .unknownSwipe, .undone, .undone, .undone, .alreadyMatched, .undone, .limitReached,
        .alreadyMatched, .undone, .limitReached, .undone,
      ])
    XCTAssertEqual(left, 0)
  }

  func testAnUndoOfAnotherCardOrOfARefusedSwipe() throws {
    let outcomes = try run(script: { $0.number == 2 ? .refused(reason: "no") : .answered }) {
      server in
      let swipe = Self.swipe(1, key: "a")
      _ = try await server.send(swipe)
      _ = try await server.send(Self.swipe(2, key: "b"))
      let wrong = try await server.undo(Self.undo(Self.swipe(9, key: "a"), key: "u")).outcome
      let refused = try await server.undo(Self.undo(Self.swipe(2, key: "b"), key: "v")).outcome
      return [wrong, refused]
    }
    guard case .refused = outcomes[0] else { return XCTFail("\(outcomes)") }
    XCTAssertEqual(outcomes[1], .unknownSwipe)
  }

  func testARefusalOfTheScriptSticks() throws {
    let (outcomes, counted) = try run(
      script: { $0.number == 1 ? .refused(reason: "gone") : .answered },
      { server in
        let first = try await server.send(Self.swipe(7, key: "a")).outcome
        let second = try await server.send(Self.swipe(7, key: "a")).outcome
        return ([first, second], server.book.counted)
      })
    XCTAssertEqual(outcomes, [.refused(reason: "gone"), .refused(reason: "gone")])
    XCTAssertEqual(counted, [])
  }
}
