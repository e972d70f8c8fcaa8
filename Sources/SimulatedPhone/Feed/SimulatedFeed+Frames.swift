import Simulation
import Vocabulary

extension SimulatedFeed {
  /// Whether anybody sees what the list does, and the main actor is there to do it.
  private var isLive: Bool {
    device.appState == .foreground && !device.mainActor.isBusy
  }

  // MARK: Layout

  /// Puts the content at an offset, where the list can move at all.
  func layOut(at offset: Int) {
    guard isLive else { return }
    let bounded = min(max(offset, 0), longestOffset)
    if bounded != self.offset { direction = bounded > self.offset ? .forward : .backward }
    self.offset = bounded
    let next = rowsOnScreen(at: bounded)
    guard next != visible else { return }
    show(next)
    onVisible?(next, direction)
    announce(window.move(visible: next, direction: direction, count: rows.count))
  }

  /// The offset at which the last row stands at the lower edge of the screen.
  var longestOffset: Int {
    max(0, rows.count * rowHeight - max(device.deviceClass.screen.height, 0))
  }

  private func rowsOnScreen(at offset: Int) -> Range<Int> {
    let first = min(offset / rowHeight, rows.count)
    let end = (offset + max(device.deviceClass.screen.height, 0) + rowHeight - 1) / rowHeight
    return first..<max(first, min(end, rows.count))
  }

  /// Takes rows off the screen, and then puts others there, which get the cells of the former.
  func show(_ next: Range<Int>) {
    let former = visible
    visible = next
    let staying = former.clamped(to: next)
    let left = places.filter { !staying.contains($0.row) }
    places.removeAll { !staying.contains($0.row) }
    left.forEach(leave)
    // A range that stays empty may lie anywhere, also in the middle of the new one.
    let kept = staying.isEmpty ? next.upperBound..<next.upperBound : staying
    places.insert(contentsOf: (next.lowerBound..<kept.lowerBound).map(place), at: 0)
    places += (kept.upperBound..<next.upperBound).map(place)
    for place in places where !staying.contains(place.row) { place.cell.bind(place.content.key) }
  }

  private func leave(_ place: Place) {
    place.visit.leftAt = simulation.clock.now
    note(place)
    onLeave?(place.visit)
    place.cell.prepareForReuse()
    spare.append(place.cell)
  }

  private func place(_ row: Int) -> Place {
    let visit = FeedVisit(row: row, visibleAt: simulation.clock.now)
    if keepsVisits { visits.append(visit) }
    return Place(
      rows[row], cell: spare.popLast() ?? newCell(), visit: visit,
      number: keepsVisits ? visits.count - 1 : nil)
  }

  /// Brings what is kept of a visit up to date.
  private func note(_ place: Place) {
    if let number = place.number { visits[number] = place.visit }
  }

  private func newCell() -> any ImageShowing {
    cellsMade += 1
    return makeCell()
  }

  private func announce(_ change: (added: [Int], dropped: [Int])) {
    if !change.dropped.isEmpty { onCancelPrefetch?(change.dropped) }
    if !change.added.isEmpty { onPrefetch?(change.added) }
  }

  // MARK: Frames

  /// Draws what the cells have, and holds it against what they are bound to.
  ///
  /// A picture is read once for each row that draws it, so a frame in which nothing has changed
  /// costs a comparison for each row. Reading is drawing: an opened picture is decoded by it.
  func draw() {
    guard isLive else {
      if device.appState == .foreground { droppedFrames += 1 }
      return
    }
    frames += 1
    for place in places {
      let picture = place.cell.drawn
      guard picture !== place.drawn else { continue }
      place.drawn = picture
      if let picture { judge(picture, in: place) }
    }
  }

  private func judge(_ picture: Bitmap, in place: Place) {
    let row = place.content
    let now = simulation.clock.now
    if let kind = row.fault(in: picture) {
      violations.append(DrawViolation(instant: now, row: place.row, key: row.key, kind: kind))
    } else if !place.isShown {
      place.isShown = true
      place.visit.shownAt = now
      note(place)
    }
  }
}
