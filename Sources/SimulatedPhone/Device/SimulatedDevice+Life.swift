import Synchronization

extension SimulatedDevice {
  /// The app leaves the screen. Sends ``MemorySignal/hidden``, from the foreground.
  ///
  /// Like all that follow, without effect on an app that has been terminated.
  public func enterBackground() {
    perform { $0.ledger.enter(.background) }
  }

  /// The app has been off the screen for long. Sends ``MemorySignal/deepBackground``, and from
  /// the foreground ``MemorySignal/hidden`` before.
  public func enterDeepBackground() {
    perform { $0.ledger.enter(.deepBackground) }
  }

  /// The app comes back to the screen. Sends what its footprint calls for.
  public func enterForeground() {
    perform { $0.ledger.enter(.foreground) }
  }

  /// The system looks for memory: an app in deep background is ended where it takes more than
  /// ``MemoryLimits/deepBackground``.
  ///
  /// Give the app the time to hear its signals first.
  public func reclaimMemory() {
    perform { $0.ledger.reclaim() }
  }

  /// The user starts the app again, in the foreground.
  ///
  /// All that was charged is gone with the old process, also what this process still holds. The
  /// subscribers of the old process hear nothing any more.
  public func relaunch() {
    // A handler may own the last reference to what comes back here when it ends.
    let former = state.withLock { state in
      defer { state.subscribers = [] }
      state.ledger.relaunch()
      state.untold = []
      state.telling = nil
      return state.subscribers
    }
    _ = consume former
  }
}
