import Grading
import SimulatedPhone
import Simulation
import SuiteParts
import Synchronization
import TwoGBPhone
import Vocabulary

/// What happens to the app: what it loads and shows, and what the system does.
extension PhoneApp {
  /// What a row's picture takes, in bytes.
  static let pictureBytes = Bitmap.bytesPerRow(forWidth: 240) * 180

  /// Decodes so many photos into the memory tier, from number 0 on.
  func fill(_ count: Int) {
    for photo in 0..<count { memory.insert(tier.decode(), for: Photo.key(photo, 240)) }
    world.record("has \(count) pictures in memory, \(pictureBytes / 1_000) kB", on: "app")
  }

  /// The picture for a key as a cell finds it in memory.
  func image(for key: ImageKey) -> Bitmap? {
    relief.withLock { $0 }?.image(for: key)
  }

  /// A cell shows a photo that is in memory, at a size in pixels.
  func show(_ photo: Int, at size: Int = 240, in cell: Int? = nil) {
    let (key, cell) = (Photo.key(photo, size), cell ?? photo)
    guard let image = image(for: key) else { return }
    relief.withLock { $0 }?.show(image, for: key)
    state.withLock { $0.cells[cell] = (key, image) }
    world.record("shows \(key)", on: "cell \(cell)")
  }

  /// A cell lets go of what it shows.
  func hide(cell: Int) {
    guard let former = state.withLock({ $0.cells.removeValue(forKey: cell) }) else { return }
    relief.withLock { $0 }?.hide(former.key)
    world.record("hides \(former.key)", on: "cell \(cell)")
  }

  /// How many of the cells would find their picture in memory, the same one.
  var cellsThatFind: Int {
    let cells = state.withLock { $0.cells }.sorted { $0.key < $1.key }
    return cells.filter { cell, shown in
      let isFound = image(for: shown.key) === shown.image
      if !isFound { world.record("has to load \(shown.key) again", on: "cell \(cell)") }
      return isFound
    }.count
  }

  /// Starts a load of a photo, which ends in the memory tier.
  func load(_ photo: Int, _ priority: LoadPriority) -> Task<Bitmap, any Error> {
    let key = Photo.key(photo, 240)
    let task = world.start("row \(photo)", "starts a \(priority) load of \(key)") { [self] in
      try await network.pass()
      let image = tier.decode()
      memory.insert(image, for: key)
      return image
    } answer: { _ in
      "has its picture"
    }
    state.withLock { $0.loads.append(Load(priority: priority, task: task)) }
    return task
  }

  /// Lets the prefetch of a photo end on another thread just before prefetches are stopped.
  func endPrefetchWhenStopped(_ photo: Int) {
    state.withLock { $0.lastPrefetch = photo }
  }

  /// Brings in the picture of the prefetch that is to end now, if there is one.
  func endLastPrefetch() {
    let photo = state.withLock { state in
      defer { state.lastPrefetch = nil }
      return state.lastPrefetch
    }
    guard let photo else { return }
    memory.insert(tier.decode(), for: Photo.key(photo, 240))
    world.record("has its picture just before it is stopped", on: "row \(photo)")
  }

  /// Does what makes the system send a signal, and waits until it has been answered.
  func send(_ signal: MemorySignal) async throws {
    switch signal {
    case .warning: runShort(of: device.limits.warning)
    case .critical: runShort(of: device.limits.critical)
    case .hidden: device.enterBackground()
    case .deepBackground:
      device.enterBackground()
      try await world.untilQuiet()
      device.enterDeepBackground()
    }
    try await world.untilQuiet()
  }

  /// Another part of the app takes so much that the footprint passes a limit.
  private func runShort(of limit: Int) {
    state.withLock { $0.others = nil }
    let others = device.charge(limit - device.footprint + 1)
    state.withLock { $0.others = others }
  }
}
