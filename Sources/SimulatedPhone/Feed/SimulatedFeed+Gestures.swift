import Simulation

// A gesture goes on at the rate of frames until it is over, and ends with a frame. Cancelling the
// calling task ends it where the content stands, with `CancellationError`. Two gestures at once
// are not refused, and move the content in turn.
extension SimulatedFeed {
  /// Puts the first rows on the screen; gestures do it where it has not been done.
  ///
  /// The next frame draws them. It does nothing while the app is off the screen.
  public func appear() {
    guard places.isEmpty else { return }
    layOut(at: offset)
  }

  /// Takes all rows off the screen, and lets go of all cells and of what was to be prefetched.
  ///
  /// What the cells held is free afterwards, unless others hold it. The list may appear again.
  public func disappear() {
    show(0..<0)
    spare = []
    let dropped = window.clear()
    if !dropped.isEmpty { onCancelPrefetch?(dropped) }
  }

  /// Flings the content, which slows down evenly and comes to rest.
  ///
  /// The speed is twice the mean at first. The ends of the list stop the content early.
  ///
  /// Goes on beyond its time while the main actor is busy, so that the content does come to
  /// rest where it should.
  ///
  /// - Parameters:
  ///   - count: How many rows further it comes to rest; negative to go back up.
  ///   - duration: How long it takes; unless positive, the content is there at the next frame.
  /// - Throws: `CancellationError`, or `SimulationError.notRunning` outside a run.
  public func fling(rows count: Int, over duration: Duration) async throws {
    appear()
    let bounded = min(max(count, -rows.count), rows.count)
    let motion = FeedMotion(start: offset, distance: bounded * rowHeight, duration: duration)
    let start = now
    while true {
      let tick = ticks.next(after: now)
      try await move(to: tick) { motion.offset(after: $0 - start) }
      draw()
      if tick - start >= duration, !device.mainActor.isBusy { return }
    }
  }

  /// Lets the content rest for a time, while frames go on.
  ///
  /// - Parameter duration: How long, rounded up to whole frames.
  /// - Throws: `CancellationError`, or `SimulationError.notRunning` outside a run.
  public func rest(for duration: Duration) async throws {
    appear()
    let end = now + duration
    while now < end { try await frame() }
  }

  /// Puts a row at the top of the screen at once, with nothing between, and draws a frame.
  ///
  /// Waits first while the main actor is busy.
  ///
  /// - Parameter row: The row; the ends of the list bound it.
  /// - Throws: `CancellationError`, or `SimulationError.notRunning` outside a run.
  public func jump(to row: Int) async throws {
    while device.mainActor.isBusy { try await frame() }
    layOut(at: min(max(row, 0), rows.count) * rowHeight)
    try await frame()
  }

  /// Rests until all rows on the screen have shown their pictures.
  ///
  /// - Parameter limit: How long at the most.
  /// - Returns: Whether all have.
  /// - Throws: `CancellationError`, or `SimulationError.notRunning` outside a run.
  public func untilShown(within limit: Duration) async throws -> Bool {
    appear()
    let end = now + limit
    while !rowsWithoutPicture.isEmpty || (places.isEmpty && !rows.isEmpty) {
      guard now < end else { return false }
      try await frame()
    }
    return true
  }

  private var now: Duration { simulation.clock.now.offset }

  private func frame() async throws {
    try await simulation.clock.sleep(until: .init(ticks.next(after: now)))
    appear()
    draw()
  }

  /// Moves the content up to a frame, in steps of no more than a row.
  private func move(to tick: Duration, offset: (Duration) -> Int) async throws {
    let start = now
    let way = abs(offset(tick) - self.offset)
    let steps = max(1, (min(way, rows.count * rowHeight) + rowHeight - 1) / rowHeight)
    for step in 1...steps {
      let instant = start + (tick - start) * step / steps
      try await simulation.clock.sleep(until: .init(instant))
      layOut(at: offset(instant))
    }
  }
}
