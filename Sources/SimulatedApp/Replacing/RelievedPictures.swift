import ReferencePipeline
import Synchronization
import Vocabulary

/// A memory tier and an answer to pressure of one's own, in front of a pipeline.
///
/// The pipeline keeps no picture of its own then and hears no signal: what is found in memory, what
/// goes at a signal and what is found again on the screen is decided here and nowhere else.
final class RelievedPictures: PictureProviding {
  private let base: any PictureProviding
  private let holdings: Holdings
  private let relief: any PressureRelieving

  /// Puts an answer to pressure in front of a pipeline.
  ///
  /// - Parameters:
  ///   - base: The pipeline.
  ///   - memory: The memory tier.
  ///   - emptyDisk: Removes all files of the pipeline.
  ///   - makeRelief: Makes the answer, over what the app can let go of.
  init(
    over base: any PictureProviding, memory: any ImageCaching,
    emptyDisk: @escaping @Sendable () -> Void,
    makeRelief: (any PictureHolding) -> any PressureRelieving
  ) {
    self.base = base
    holdings = Holdings(memory: memory, emptyDisk: emptyDisk)
    relief = makeRelief(holdings)
  }

  func cachedImage(for request: ImageRequest) -> Bitmap? { relief.image(for: request.key) }

  func image(for request: ImageRequest, priority: LoadPriority) async throws -> Bitmap {
    if let image = relief.image(for: request.key) { return image }
    let image = try await holdings.load(priority) { [base] in
      try await base.image(for: request, priority: priority)
    }
    holdings.memory.insert(image, for: request.key)
    return image
  }

  func attach(_ screen: any ScreenListening) {
    base.attach(screen)
    holdings.attach(screen)
  }

  func show(_ image: Bitmap, for request: ImageRequest, afterVisible: Duration) {
    relief.show(image, for: request.key)
  }

  func hide(_ request: ImageRequest) { relief.hide(request.key) }

  func release(_ request: ImageRequest) {
    holdings.memory.remove(request.key)
    base.release(request)
  }

  func respond(to signal: MemorySignal) { relief.respond(to: signal) }
}

/// What the app over a pipeline can let go of.
private final class Holdings: PictureHolding {
  private struct Screen {
    weak var screen: (any ScreenListening)?
  }

  private struct Load {
    let priority: LoadPriority
    let task: Task<Bitmap, any Error>
  }

  private struct State {
    var screens: [Screen] = []
    var loads: [Int: Load] = [:]
    var lastLoad = 0
  }

  let memory: any ImageCaching
  private let emptyDisk: @Sendable () -> Void
  private let state = Mutex(State())

  init(memory: any ImageCaching, emptyDisk: @escaping @Sendable () -> Void) {
    self.memory = memory
    self.emptyDisk = emptyDisk
  }

  func attach(_ screen: any ScreenListening) {
    state.withLock { state in
      state.screens.removeAll { $0.screen == nil }
      state.screens.append(Screen(screen: screen))
    }
  }

  /// Runs a load that can be stopped from here.
  func load(
    _ priority: LoadPriority, _ work: @escaping @Sendable () async throws -> Bitmap
  ) async throws -> Bitmap {
    let (number, task) = state.withLock { state in
      state.lastLoad += 1
      let task = Task { try await work() }
      state.loads[state.lastLoad] = Load(priority: priority, task: task)
      return (state.lastLoad, task)
    }
    defer { state.withLock { $0.loads[number] = nil } }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Bets are called off by the screens, which do not ask again for a while.
  func stopLoads(_ priority: LoadPriority) {
    let (screens, tasks) = state.withLock { state in
      let loads = state.loads.sorted { $0.key < $1.key }.map(\.value)
      return (
        state.screens.compactMap(\.screen),
        loads.filter { $0.priority == priority }.map(\.task)
      )
    }
    if priority == .prefetch { screens.forEach { $0.memoryRunsShort(.warning) } }
    tasks.forEach { $0.cancel() }
  }

  func removeFiles() { emptyDisk() }
}
