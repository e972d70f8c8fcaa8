/// Decides whether a program has gone over a limit. Pure: all that it knows is told to it.
///
/// Time in which the program was ready and the machine ran others is not charged to it, so that a
/// verdict does not depend on what else goes on; but no program gets more than ``patience`` times
/// its time.
struct LimitWatch {
  let limits: ProcessLimits
  /// The most that was seen of each quantity.
  private(set) var peak = ProcessUsage()
  /// The time that was charged at its last word.
  private var lastWord: Duration = .zero

  /// How many times its time a program may take that waits for the processor.
  static let patience = 10

  init(_ limits: ProcessLimits) {
    self.limits = limits
  }

  /// A channel has brought something, so long after the start.
  mutating func hear(at elapsed: Duration) {
    lastWord = max(lastWord, charge(at: elapsed))
  }

  private func charge(at elapsed: Duration) -> Duration { elapsed - peak.waiting }

  /// Takes in one look at the program.
  ///
  /// What it has too much of is asked before how long it took: a program that swaps for want of
  /// memory is late because of it.
  ///
  /// - Parameters:
  ///   - usage: What it takes; nil where the system was not asked this time.
  ///   - elapsed: The time since the start.
  /// - Returns: The limit that it is over; nil while it keeps to all.
  mutating func look(_ usage: ProcessUsage?, at elapsed: Duration) -> ProcessEnding.Limit? {
    if let usage {
      peak = peak.union(usage)
      // The number first: each more takes memory too, and shared pages count for each.
      if usage.processes > limits.processes { return .processes }
      if usage.threads > limits.threads { return .threads }
      if usage.memory > limits.memory { return .memory }
      if usage.files > limits.files { return .files }
    }
    let charged = charge(at: elapsed)
    if charged >= limits.time || elapsed >= limits.time * Self.patience { return .time }
    if let silence = limits.silence, charged - lastWord >= silence { return .silence }
    return nil
  }

  /// Takes in the system's own account after the end, which sees what lay between two looks.
  ///
  /// - Returns: Whether the memory limit was passed.
  mutating func account(memory: Int) -> Bool {
    peak.memory = max(peak.memory, memory)
    return memory > limits.memory
  }
}
