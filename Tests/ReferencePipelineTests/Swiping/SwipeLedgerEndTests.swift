import Simulation
import SimulatedPhone
import SwipesMustNotBeLostSolution
import UndoTheSwipeSolution
import Vocabulary
import XCTest

/// The app ends at every step of the disk between a swipe, its undo and the next swipe.
final class SwipeLedgerEndTests: XCTestCase {
  private static func outbox(_ disk: SimulatedDisk, _ server: SwipeServer) -> Outbox {
    Outbox(files: disk, server: server) { failures, error in
      if failures > 3 || disk.hasEnded { throw error }
    }
  }

  /// The swipe may be sent before its undo is asked for; so many undos are free.
  private func trials(isEarly: Bool, limit: Int, line: UInt = #line) {
    let backend = SwipeBackend()
    let trials = DiskTrials(
      survivals: [.nothing, .half, .everything, .random(1)],
      makeDisk: { SimulatedDisk($0, timing: .none) })
    let report = trials.run { _, trial in
      backend.start(trial.simulation, undoLimit: limit) { request in
        request.attempt == 1 ? .broken : .answered
      }
    } _: { disk, trial in
      let outbox = Self.outbox(disk, try backend.get())
      let ledger = SwipeLedger(queue: outbox)
      await ledger.listen { _ in }
      try await ledger.swipe(1, .like)
      trial.note("swiped")
      if isEarly { await outbox.drain() }
      if try await ledger.undo() == 1, !disk.hasEnded { trial.note("back") }
      try await ledger.swipe(1, .pass)
      trial.note("passed")
      await outbox.drain()
    } after: { disk, trial in
      let server = try backend.get()
      let outbox = Self.outbox(disk, server)
      let ledger = SwipeLedger(queue: outbox)
      await ledger.listen { _ in }
      await outbox.drain()
      let choices = server.book.counted.map(\.choice)
      var complaints: [String] = []
      if choices.count > 1 { complaints.append("The card counts as \(choices).") }
      // What is sure: a swipe that was shown counts, and an undo that was shown is asked for.
      let isUndone = trial.hasNoted("back") && limit > 0
      if trial.hasNoted("swiped"), limit == 0, choices != [.like] {
        complaints.append("The first choice is not the one that counts: \(choices).")
      }
      if trial.hasNoted("swiped"), choices.isEmpty, server.book.undosLeft == limit {
        complaints.append("The swipe is lost.")
      }
      if isUndone, choices == [.like] { complaints.append("The undo is lost.") }
      if trial.hasNoted("passed"), limit > 0, choices != [.pass] {
        complaints.append("The second choice is lost: \(choices).")
      }
      // One undo at the most takes effect, whatever is asked for in this launch.
      let wasSwipe = if case .swipe? = try await outbox.last() { true } else { false }
      let card = try await ledger.undo()
      if (card != nil) != wasSwipe { complaints.append("\(card as Any) came back.") }
      return complaints
    }
    XCTAssertTrue(report.isSound, "\(report)", line: line)
  }

  func testTheUndoIsAskedForBeforeTheSwipeIsSent() { trials(isEarly: false, limit: 3) }

  func testTheUndoIsAskedForAfterTheSwipeWasSent() { trials(isEarly: true, limit: 3) }

  func testTheUndoIsRefused() {
    for isEarly in [true, false] { trials(isEarly: isEarly, limit: 0) }
  }
}
