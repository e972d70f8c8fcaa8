import PushIsAProposalSolution
import TheStampedeSolution
import Vocabulary

extension SyncedRecords {
  /// Sends what there is to send, at once: for when the app comes to the foreground, or the
  /// network back. A delay that is going on ends.
  public func wake() {
    wakeUps += 1
    pause?.cancel()
    start()
  }

  /// Wakes the sending, and returns when all is sent, or it has given up for now.
  public func send() async {
    wake()
    await sending?.value
  }

  /// Lets the sending begin, unless it is going on.
  func start() {
    if sending == nil { sending = Task { await sendAll() } }
  }

  private func sendAll() async {
    var failures = 0
    while let edit = next() {
      let seen = wakeUps
      do {
        let reply = try await sender.send(edit)
        guard reply.key == edit.key else { throw TransportError.connectionLost }
        try await turns.next { await self.settle(edit, by: reply) }.value
        failures = 0
      } catch {
        // Whoever called meanwhile, as the network came back, means an attempt after this one.
        if seen != wakeUps { continue }
        guard let delay = delay(after: error, failures: failures) else { break }
        failures += 1
        await rest(for: delay)
        if seen != wakeUps { failures = 0 }
      }
    }
    sending = nil
  }

  /// The next edit, under the present name of its record; nil where it is not safe yet.
  private func next() -> RecordEdit? {
    while let id = line.first {
      guard let edit = table.nextEdit(of: id) else {
        line.leave(table.name(of: id), isDone: false)
        continue
      }
      return kept[edit.key]?.number == nil ? nil : renamed(edit)
    }
    return nil
  }

  private func delay(after error: any Error, failures: Int) -> Duration? {
    var generator = SystemRandomNumberGenerator()
    switch error as? TransportError {
    case .offline: return nil
    case .unavailable(let retryAfter):
      return retry.delay(before: failures, retryAfter: retryAfter, using: &generator)
    default: return retry.delay(before: failures, using: &generator)
    }
  }

  /// Lets a delay pass, unless it is cancelled.
  private func rest(for delay: Duration) async {
    let pause = Task { [clock] in _ = try? await clock.sleep(for: delay) }
    self.pause = pause
    await pause.value
    self.pause = nil
  }
}
