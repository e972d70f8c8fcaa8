import Grading
import Simulation
import SimulatedPhone
import Synchronization
import TwoGBPhone
import Vocabulary

/// An app on the 2 GB phone with the answer under test: a memory tier, files, loads, cells.
///
/// What it and the system do is on the timeline.
final class PhoneApp: PictureHolding {
  struct Load {
    let priority: LoadPriority
    let task: Task<Bitmap, any Error>
  }

  struct State {
    var loads: [Load] = []
    var cells: [Int: (key: ImageKey, image: Bitmap)] = [:]
    /// A photo whose prefetch ends in the very moment in which prefetches are stopped.
    var lastPrefetch: Int?
    var files = 12
    var filesRemovedWhileTold = false
    var others: MemoryCharge?
    var bytesWhenAnswered: Int?
  }

  let device: SimulatedDevice
  /// Where loads wait for their bytes.
  let network: Gate
  let world: World
  let tier: ListTier
  let state = Mutex(State())
  let relief = Mutex<PressureRelief?>(nil)
  private let subscription = Mutex<MemorySubscription?>(nil)

  /// - Parameters:
  ///   - world: Where it happens.
  ///   - signal: The one that will be sent. Where it is the critical one, no warning comes before.
  init(_ world: World, for signal: MemorySignal = .warning) {
    self.world = world
    let critical = MemoryLimits(
      limit: 640 << 20, baseline: 160 << 20, warningShare: 2, criticalShare: 0.75)
    device = SimulatedDevice(
      .phone2GB, simulation: world.simulation, limits: signal == .critical ? critical : nil)
    network = world.gate("network")
    tier = ListTier(device)
    let relief = PressureRelief(self)
    self.relief.withLock { $0 = relief }
    let told = device.onMemorySignal { [unowned self] signal in
      world.record("sends .\(signal)", on: "system")
      relief.respond(to: signal)
      let bytes = pictureBytes
      state.withLock { $0.bytesWhenAnswered = bytes }
      world.record("has its answer: pictures take \(bytes / 1_000) kB", on: "system")
    }
    subscription.withLock { $0 = told }
  }

  /// The app is over: nobody is told any more, and nothing is held.
  func end() {
    subscription.withLock { $0 = nil }
    relief.withLock { $0 = nil }
    let gone = state.withLock { state in
      defer { state = State() }
      return state
    }
    withExtendedLifetime(gone) {}
  }

  // MARK: What it has

  var memory: any ImageCaching { tier }

  func stopLoads(_ priority: LoadPriority) {
    if priority == .prefetch { endLastPrefetch() }
    world.record("stops all \(priority) loads", on: "app")
    let tasks = state.withLock { $0.loads.filter { $0.priority == priority }.map(\.task) }
    tasks.forEach { $0.cancel() }
  }

  func removeFiles() {
    world.record("removes all files", on: "disk")
    let isTelling = device.isTelling
    state.withLock { state in
      state.files = 0
      if isTelling { state.filesRemovedWhileTold = true }
    }
  }

  /// How many files are on the disk; twelve at first.
  var files: Int { state.withLock { $0.files } }

  /// Whether the disk was touched while the system waited for the answer.
  var filesRemovedWhileTold: Bool { state.withLock { $0.filesRemovedWhileTold } }

  /// What pictures take now, in bytes.
  var pictureBytes: Int {
    device.liveBytes - (state.withLock { $0.others?.byteCount } ?? 0)
  }

  /// What they took when the last signal had been answered; nil before.
  var bytesWhenAnswered: Int? { state.withLock { $0.bytesWhenAnswered } }

  /// How many of a row's size there were then; there are now, where no signal was answered.
  var picturesWhenAnswered: Int { (bytesWhenAnswered ?? pictureBytes) / Self.pictureBytes }
}
