import ReferencePipeline
import Simulation
import SimulatedPhone
import SwipesMustNotBeLostSolution
import Synchronization
import Vocabulary
import XCTest

/// The app ends at each step of the disk, before, within and after it.
final class SwipeDeckTrialsTests: XCTestCase {
  func testWhereverTheAppEndsWhatWasCalledDoneCountsOnce() {
    for trials in [DiskTrials(), DiskTrials(schedule: .shuffled(7), hops: .scheduled)] {
      // The server goes on when the app ends.
      let servers = Mutex<SwipeServer?>(nil)
      let report = trials.run { _, trial in
        let server = SwipeServer(trial.simulation) { request in
          request.number % 3 == 2 ? .replyLost : .answered
        }
        servers.withLock { $0 = server }
      } _: { disk, trial in
        guard let server = servers.withLock({ $0 }) else { return }
        try await Self.use(disk, server, trial)
      } after: { disk, trial in
        guard let server = servers.withLock({ $0 }) else { return ["There is no server."] }
        return try await Self.complaints(disk, server, trial)
      }
      XCTAssertTrue(report.isSound, "\(report)")
      XCTAssertGreaterThan(report.trialCount, 200)
    }
  }

  @MainActor
  private static func use(_ disk: SimulatedDisk, _ server: SwipeServer, _ trial: DiskTrial)
    async throws
  {
    let world = SwipeWorld(trial.simulation, server, disk: disk)
    world.onEvent = { event in
      guard !disk.hasEnded else { return }
      switch event {
      case .saved(let swipe): trial.note("saved \(swipe.key.rawValue)")
      case .undoSaved(let card): trial.note("took back \(card)")
      default: break
      }
    }
    try await world.start()
    world.swipe(.like)
    world.swipe(.pass)
    try await world.sleep(.seconds(15))
    world.deck.undo()
    try await world.sleep(.milliseconds(20))
    world.swipe(.like)
    world.swipe(.like)
    world.deck.undo()
    try await world.sleep(.seconds(90))
  }

  @MainActor
  private static func complaints(
    _ disk: SimulatedDisk, _ server: SwipeServer, _ trial: DiskTrial
  ) async throws -> [String] {
    let world = SwipeWorld(trial.simulation, server, launch: 2, disk: disk)
    try await world.start()
    try await world.sleep(.seconds(120))
    let book = server.book
    var complaints: [String] = []
    for note in trial.notes {
      let words = note.split(separator: " ").map(String.init)
      switch words.first {
      case "saved":
        guard case .swipe(_, .stored) = book.answer(to: .init(rawValue: words[1])) else {
          complaints.append("A swipe was lost: \(words[1]).")
          continue
        }
      default:
        let hasUndo = book.carriedOut.contains { operation in
          if case .undo(let undo) = operation { "\(undo.card)" == words.last } else { false }
        }
        if !hasUndo { complaints.append("An undo was lost: card \(words.last ?? "").") }
      }
    }
    if Set(book.carriedOut.map(\.key)).count != book.carriedOut.count {
      complaints.append("Something counted twice.")
    }
    if !book.conflicts.isEmpty { complaints.append("A key was used twice: \(book.conflicts).") }
    let waiting = try await Outbox(files: disk, server: server).pending()
    if !waiting.isEmpty { complaints.append("There is still to be sent: \(waiting).") }
    world.deck.reset()
    try await world.sleep(.seconds(1))
    let counted = Set(book.counted.map(\.card))
    if world.deck.top?.id != (1...9).first(where: { !counted.contains($0) }) {
      complaints.append("On top is \(String(describing: world.deck.top)), counted \(counted).")
    }
    return complaints
  }
}
