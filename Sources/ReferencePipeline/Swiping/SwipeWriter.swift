import UndoTheSwipeSolution
import Vocabulary

/// Puts on the disk what the user has done, one after the other and in the order of the screen.
///
/// The screen does not wait for it. Where the disk refuses, what comes later waits behind: the
/// order is kept, and nothing is given up while the app lives.
@MainActor
final class SwipeWriter {
  /// What the user has done.
  enum Wish {
    case swipe(Card.ID, Swipe.Choice)
    /// The card that is on top again; nil for that of an earlier launch, which is not known here.
    case undo(Card.ID?)
  }

  /// What has become of a wish.
  enum Report {
    /// It is safe.
    case swiped(Swipe)
    /// The swipe of the wish will be taken back; nil where it cannot be, and nothing was stored.
    case undone(Card.ID?, wish: Card.ID?)
    /// The disk has refused it for now.
    case delayed(FileError)
  }

  /// Told what has become of the wishes, in their order.
  var report: (@MainActor (Report) -> Void)?

  private let ledger: SwipeLedger
  private let drain: SwipeDrain
  private let pause: WakeablePause
  private let delay: RetryDelay
  private var wishes: [Wish] = []
  private var task: Task<Void, Never>?

  /// A writer to a ledger, which has drained what it has written.
  init(to ledger: SwipeLedger, drain: SwipeDrain, pause: WakeablePause, delay: RetryDelay) {
    self.ledger = ledger
    self.drain = drain
    self.pause = pause
    self.delay = delay
  }

  /// Takes a wish in. Nothing is called out before this returns.
  func add(_ wish: Wish) {
    wishes.append(wish)
    guard task == nil else { return }
    task = Task { await writeAll() }
  }

  /// Returns when all wishes so far are safe.
  func untilSafe() async {
    while let task { await task.value }
  }

  private func writeAll() async {
    var failures = 0
    pause.begin()
    while let wish = wishes.first {
      do {
        let result = try await write(wish)
        wishes.removeFirst()
        failures = 0
        drain.run()
        report?(result)
      } catch {
        failures += 1
        if let error = error as? FileError { report?(.delayed(error)) }
        guard await mayTryAgain(after: error, failures) else { break }
      }
    }
    // Empty, unless there is nowhere to put them any more. In one step with the last look.
    (wishes, task) = ([], nil)
  }

  private func write(_ wish: Wish) async throws -> Report {
    switch wish {
    case .swipe(let card, let choice): .swiped(try await ledger.swipe(card, choice))
    case .undo(let card): .undone(try await ledger.undo(), wish: card)
    }
  }

  private func mayTryAgain(after error: any Error, _ failures: Int) async -> Bool {
    if case FileError.ended = error { return false }
    return (try? await pause.sleep(for: delay(failures - 1))) != nil
  }
}
