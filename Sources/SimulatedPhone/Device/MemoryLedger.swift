import Vocabulary

/// What the app takes, and what the system makes of that: a state machine without a clock.
///
/// Each change returns what has to be done about it.
struct MemoryLedger {
  enum Action: Hashable {
    case signal(MemorySignal)
    case end(Termination.Reason)
  }

  let limits: MemoryLimits
  private(set) var state = AppState.foreground
  /// The memory of what is alive, in bytes, without the baseline.
  private(set) var live = 0
  private(set) var highWaterMark: Int
  /// The number of launches before this one: what was charged then is gone.
  private(set) var launch = 0
  /// The signals that have been sent and whose cause has not gone away since.
  private var standing: Set<MemorySignal> = []

  init(_ limits: MemoryLimits) {
    self.limits = limits
    highWaterMark = limits.baseline
  }

  var footprint: Int { limits.baseline + live }

  // MARK: Memory

  mutating func charge(_ bytes: Int, launch: Int) -> [Action] {
    guard launch == self.launch, bytes > 0 else { return [] }
    live += bytes
    highWaterMark = max(highWaterMark, footprint)
    return judge()
  }

  mutating func release(_ bytes: Int, launch: Int) {
    guard launch == self.launch, bytes > 0 else { return }
    live -= bytes
    rearm()
  }

  mutating func resetHighWaterMark() {
    highWaterMark = footprint
  }

  // MARK: The life of the app

  mutating func enter(_ next: AppState) -> [Action] {
    guard state != .terminated, state != next else { return [] }
    let former = state
    state = next
    switch next {
    case .foreground:
      return judge()
    case .background:
      return former == .foreground ? [.signal(.hidden)] : []
    case .deepBackground:
      return former == .foreground
        ? [.signal(.hidden), .signal(.deepBackground)] : [.signal(.deepBackground)]
    case .terminated:
      return []
    }
  }

  /// The system looks for memory, and ends apps that nobody looks at.
  mutating func reclaim() -> [Action] {
    guard state == .deepBackground, footprint > limits.deepBackground else { return [] }
    state = .terminated
    return [.end(.background)]
  }

  mutating func relaunch() {
    launch += 1
    live = 0
    state = .foreground
    standing = []
  }

  // MARK: Thresholds

  /// Signals are for an app in use; the limit holds wherever it stands.
  private mutating func judge() -> [Action] {
    guard state != .terminated else { return [] }
    guard footprint <= limits.limit else {
      state = .terminated
      return [.end(.limit)]
    }
    guard state == .foreground else { return [] }
    return Self.levels(of: limits).compactMap { signal, threshold in
      guard footprint >= threshold, standing.insert(signal).inserted else { return nil }
      return .signal(signal)
    }
  }

  /// A level is signalled again once the footprint was a twentieth below it, and not each time
  /// that it swings over the line.
  private mutating func rearm() {
    guard !standing.isEmpty else { return }
    for (signal, threshold) in Self.levels(of: limits)
    where footprint < threshold - threshold / 20 {
      standing.remove(signal)
    }
  }

  private static func levels(of limits: MemoryLimits) -> [(MemorySignal, Int)] {
    [(.warning, limits.warning), (.critical, limits.critical)]
  }
}
