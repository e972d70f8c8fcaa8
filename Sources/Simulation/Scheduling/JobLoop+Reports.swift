extension JobLoop {
  /// Whether something has become ready, or has begun to wait, since the loop came to rest.
  var hasNews: Bool { state.withLock { $0.insertions != $0.seenInsertions } }

  /// Whether this run has had jobs from other threads.
  var hasForeignWork: Bool { state.withLock { $0.foreignArrivals > 0 } }

  /// How many jobs could run now.
  var readyCount: Int { state.withLock { $0.ready.count } }

  /// Those who wait at a gate, for quiet or the like, in the order in which they began to.
  var waitsWithoutTimer: [Wait] { state.withLock { $0.waiters.map(\.wait) } }

  /// Likewise, and then those who wait on the clock, by deadline.
  var waits: [Wait] {
    state.withLock { state in
      state.waiters.map(\.wait)
        + state.timers.ordered.compactMap { timer in
          if case .wake(let suspension) = timer { suspension.wait } else { nil }
        }
    }
  }
}

extension JobLoop.State {
  /// All suspensions that no timer ends.
  var waiters: [Suspension] {
    parked.values.sorted { $0.number < $1.number }.map(\.suspension) + quiet.ordered
  }

  /// The remarks made during the run, and the one that only its end can make.
  var allRemarks: [String] {
    guard chooser.hasMisfit else { return remarks }
    return remarks + [
      """
      A replayed choice pointed beyond the ready jobs: the code has changed since the choices \
      were recorded, and this is not the same run.
      """
    ]
  }
}
