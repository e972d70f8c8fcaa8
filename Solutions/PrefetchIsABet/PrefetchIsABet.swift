import Synchronization
public import Vocabulary

/// Decides which rows ahead of the screen are loaded, and which loads are called off.
///
/// A plain value without tasks: it is told what is on the screen and how loads end, and says what
/// to do. The window lies ahead in the direction of travel only. A load lives while its row is in
/// the window or on the screen, so a change of direction calls off what lies behind, a jump what
/// it left behind, and no window ever calls off a row that the user looks at.
///
/// One list has one plan: of two lists that bet on one photo each calls off its own load. A call
/// takes time linear in the rows that came and went with it, however long the list and the window.
public struct PrefetchPlan: Sendable {
  /// How many rows ahead are loaded; zero for none.
  public let distance: Int
  /// What has become of the loads so far.
  public private(set) var counts: PrefetchCounts = PrefetchCounts()

  private var rowCount: Int
  private var visible: Range<Int> = 0..<0
  private var direction = ScrollDirection.forward
  private var pauses: Set<PrefetchPause> = []
  private var ahead: Range<Int> = 0..<0
  /// The screen and the window, which lie side by side: where a load may live.
  private var near: Range<Int> = 0..<0
  private var running: [Int: PrefetchLoad] = [:]
  /// What the rows cost that were loaded and have not been on the screen since, in bytes.
  private var unseen: [Int: Int] = [:]

  /// A plan for a list that is not on the screen yet. Less than zero is zero, for either number;
  /// the distance, in rows, is to be measured: see ``PrefetchTrial``.
  public init(distance: Int, rowCount: Int) {
    (self.distance, self.rowCount) = (max(0, distance), max(0, rowCount))
  }

  /// Takes in the rows that are on the screen, none where the list has left it, and which way the
  /// list travels, or did last.
  ///
  /// - Returns: What to do, in this order: first what is called off, then the nearest row first.
  public mutating func show(_ rows: Range<Int>, _ direction: ScrollDirection) -> [PrefetchStep] {
    let former = visible
    (visible, self.direction) = (rows.clamped(to: 0..<rowCount), direction)
    for row in visible.parts(outside: former).joined() { redeem(row) }
    return settle()
  }

  /// Takes in that rows are others than before: appended, inserted, removed, or put in place.
  ///
  /// Bets on rows from `first` on, with a page at the end the former count, are lost or called off.
  /// Returns what to do. Linear in the bets that have not been redeemed, too.
  public mutating func changeRows(from first: Int, count: Int) -> [PrefetchStep] {
    rowCount = max(0, count)
    let same = 0..<max(0, min(first, rowCount))
    var steps: [PrefetchStep] = []
    cancel(near.parts(outside: same), &steps)
    (near, ahead) = (near.clamped(to: same), ahead.clamped(to: same))
    unseen = unseen.filter { same.contains($0.key) }
    visible = visible.clamped(to: 0..<rowCount)
    return steps + settle()
  }

  /// Bets no more until ``resume(_:)``, and calls off all loads but those for rows on the screen.
  public mutating func pause(_ reason: PrefetchPause) -> [PrefetchStep] {
    pauses.insert(reason)
    return settle()
  }

  /// Bets again, unless there is another reason not to.
  public mutating func resume(_ reason: PrefetchPause) -> [PrefetchStep] {
    pauses.remove(reason)
    return settle()
  }

  /// Takes in how a load ended. Nothing happens where it has been called off: it is counted.
  public mutating func end(_ load: PrefetchLoad, _ end: PrefetchEnd) {
    guard running[load.row] == load else { return }
    running[load.row] = nil
    switch end {
    case .held: counts.held += 1
    case .failed: counts.failed += 1
    case .finished(let byteCount):
      counts.finished += 1
      // A sum that no scroll reaches stays what it is.
      let cost = min(max(0, byteCount), .max - counts.finishedBytes)
      counts.finishedBytes += cost
      unseen[load.row] = cost
      if visible.contains(load.row) { redeem(load.row) }
    }
  }

  /// The bet on a row is won, where there is one.
  private mutating func redeem(_ row: Int) {
    guard let cost = unseen.removeValue(forKey: row) else { return }
    (counts.shown, counts.shownBytes) = (counts.shown + 1, counts.shownBytes + cost)
  }

  /// Moves the window to where it belongs.
  private mutating func settle() -> [PrefetchStep] {
    let (formerAhead, formerNear) = (ahead, near)
    let (first, end) = (visible.lowerBound, visible.upperBound)
    let reach = pauses.isEmpty && !visible.isEmpty ? distance : 0
    switch direction {
    case .forward: ahead = end..<end + min(reach, rowCount - end)
    case .backward: ahead = first - min(reach, first)..<first
    }
    near = min(first, ahead.lowerBound)..<max(end, ahead.upperBound)
    var steps: [PrefetchStep] = []
    cancel(formerNear.parts(outside: near), &steps)
    let rows = ahead.parts(outside: formerAhead).joined()
    if direction == .forward { start(rows, &steps) } else { start(rows.reversed(), &steps) }
    return steps
  }

  private mutating func start(_ rows: some Sequence<Int>, _ steps: inout [PrefetchStep]) {
    for row in rows where running[row] == nil {
      let load = PrefetchLoad(row: row, number: counts.started)
      (running[row], counts.started) = (load, counts.started + 1)
      steps.append(.start(load))
    }
  }

  private mutating func cancel(_ parts: [Range<Int>], _ steps: inout [PrefetchStep]) {
    let loads = parts.joined().compactMap { running.removeValue(forKey: $0) }
    counts.cancelled += loads.count
    steps += loads.map(PrefetchStep.cancel)
  }
}

/// One bet on a row. Its number tells it from other bets on that row, earlier and later.
public struct PrefetchLoad: Hashable, Sendable {
  /// The row.
  public let row: Int
  /// How many loads the plan had started before.
  public let number: Int
}

/// What a plan wants done.
public enum PrefetchStep: Hashable, Sendable {
  /// Load the row's picture, behind those that are visible, and tell the plan how it ends.
  case start(PrefetchLoad)
  /// Nobody bets on this load any more. How it ends need not be told.
  case cancel(PrefetchLoad)
}

/// How a load ended that was not called off.
public enum PrefetchEnd: Hashable, Sendable {
  /// It was loaded, at a cost in bytes.
  case finished(byteCount: Int)
  /// The picture was there already, or the row has none: no bet, neither won nor lost.
  case held
  /// There was an error. The row is bet on again when it comes near again.
  case failed
}

/// Why nothing is prefetched for now.
public enum PrefetchPause: String, Hashable, CaseIterable, Sendable {
  /// The user asked for little data to be used.
  case lowData
  /// Memory is short. The system says when that begins; when to dare again is the app's choice.
  case memoryPressure
}

/// What has become of prefetches: each that started ends at most once.
public struct PrefetchCounts: Hashable, Sendable {
  /// How many have started.
  public internal(set) var started: Int = 0
  /// How many were loaded to the end.
  public internal(set) var finished: Int = 0
  /// How many of the finished were on the screen then or later.
  public internal(set) var shown: Int = 0
  /// How many found the picture there already.
  public internal(set) var held: Int = 0
  /// How many ended with an error.
  public internal(set) var failed: Int = 0
  /// How many were called off in time. They are no waste: that is what calling off is for.
  public internal(set) var cancelled: Int = 0
  /// What the finished cost, in bytes.
  public internal(set) var finishedBytes: Int = 0
  /// What the shown cost, in bytes.
  public internal(set) var shownBytes: Int = 0

  /// Nothing has started.
  public init() {}
  /// How many still run.
  public var running: Int { started - finished - held - failed - cancelled }
  /// How many were loaded and not shown so far.
  public var wasted: Int { finished - shown }
  /// What these cost, in bytes.
  public var wastedBytes: Int { finishedBytes - shownBytes }
  /// Wasted among finished, from 0 to 1; nil where none has finished.
  public var wastedShare: Double? { finished > 0 ? Double(wasted) / Double(finished) : nil }
}

/// One line of the table by which a distance is chosen: what a scripted scroll measured with it.
public struct PrefetchTrial: Hashable, Sendable {
  /// How many rows ahead were loaded.
  public let distance: Int
  /// The time from visible to shown that 95 of 100 rows did not exceed.
  public let visibleP95: Duration
  /// What was loaded ahead and never shown, in bytes.
  public let wastedBytes: Int

  /// A line with the given figures.
  public init(distance: Int, visibleP95: Duration, wastedBytes: Int) {
    (self.distance, self.visibleP95, self.wastedBytes) = (distance, visibleP95, wastedBytes)
  }

  /// The line of a scroll that is over; nil where no row was on the screen. `waits` says for each
  /// row how long its place was there without the picture, whether or not it came in the end.
  public init?(distance: Int, waits: [Duration], counts: PrefetchCounts) {
    guard !waits.isEmpty else { return nil }
    // The nearest rank: the smallest wait that at least 95 % do not exceed.
    let p95 = waits.sorted()[waits.count - waits.count / 20 - 1]
    self.init(distance: distance, visibleP95: p95, wastedBytes: counts.wastedBytes)
  }

  /// The smallest distance that is nearly as good as the best.
  ///
  /// Further ahead costs data, battery and memory, so a row that appears earlier by less than
  /// anybody sees, the `slack`, is not worth it: one frame, for example. Nil for an empty table.
  public static func distance(from trials: [PrefetchTrial], slack: Duration) -> Int? {
    guard let best = trials.map(\.visibleP95).min() else { return nil }
    return trials.filter { $0.visibleP95 <= best + max(slack, .zero) }.map(\.distance).min()
  }
}

/// Performs a ``PrefetchPlan``: a task for each load, which is cancelled where the plan says so.
///
/// Usable from any thread; a call returns at once, and what it called off has been told so by
/// then. Nothing is called out under the lock. Where the prefetcher goes, so do its loads.
public final class Prefetcher: Sendable {
  private let state: Mutex<(plan: PrefetchPlan, tasks: [PrefetchLoad: Task<Void, Never>])>
  private let load: @Sendable (Int) async throws -> PrefetchEnd

  /// A prefetcher for one list.
  ///
  /// `load` brings a row's picture into the memory tier, behind those that are visible, and says
  /// what it cost, or that it was there. It is called in a task of its own.
  public init(
    _ plan: PrefetchPlan, load: @escaping @Sendable (_ row: Int) async throws -> PrefetchEnd
  ) {
    state = Mutex((plan, [:]))
    self.load = load
  }

  deinit { for task in state.withLock({ $0.tasks }).values { task.cancel() } }

  /// What has become of the loads so far.
  public var counts: PrefetchCounts { state.withLock { $0.plan.counts } }

  /// Takes in what is on the screen; see ``PrefetchPlan/show(_:_:)``. Empty when the list goes.
  public func show(_ rows: Range<Int>, _ direction: ScrollDirection) {
    perform { $0.show(rows, direction) }
  }

  /// Takes in that rows are others; see ``PrefetchPlan/changeRows(from:count:)``.
  public func changeRows(from first: Int, count: Int) {
    perform { $0.changeRows(from: first, count: count) }
  }

  /// Stops until ``resume(_:)``; loads for rows on the screen go on.
  public func pause(_ reason: PrefetchPause) { perform { $0.pause(reason) } }

  /// Goes on, unless there is another reason not to.
  public func resume(_ reason: PrefetchPause) { perform { $0.resume(reason) } }

  private func perform(_ change: (inout PrefetchPlan) -> [PrefetchStep]) {
    var dropped: [Task<Void, Never>?] = []
    state.withLock { state in
      for step in change(&state.plan) {
        switch step {
        case .start(let load): state.tasks[load] = task(load)
        case .cancel(let load): dropped.append(state.tasks.removeValue(forKey: load))
        }
      }
    }
    for task in dropped { task?.cancel() }
  }

  private func task(_ bet: PrefetchLoad) -> Task<Void, Never> {
    Task { [weak self, load] in
      // Called off before its turn, it costs nothing.
      guard !Task.isCancelled else { return }
      let end = (try? await load(bet.row)) ?? .failed
      self?.state.withLock { state in
        state.tasks[bet] = nil
        state.plan.end(bet, end)
      }
    }
  }
}

extension Range<Int> {
  /// What is not in another range: the part below and the part above it, either of them empty.
  fileprivate func parts(outside other: Range<Int>) -> [Range<Int>] {
    let overlap = clamped(to: other)
    return overlap.isEmpty
      ? [self] : [lowerBound..<overlap.lowerBound, overlap.upperBound..<upperBound]
  }
}
