public import Simulation
import Synchronization
public import Vocabulary

/// A phone: how much memory its app takes, whom it tells when that gets too much, and when it
/// ends the app.
///
/// The ledger counts what is charged, in bytes, by the lives of ``MemoryCharge``s; the decoder of
/// the simulation charges each picture, so ``liveBytes`` is what all pictures take and goes back
/// to zero when the last one is gone. Beyond the limit the app is terminated. That is a state and
/// a record and ends no process: code goes on, and ``terminations`` says what a user would have
/// seen. It happens once for each launch.
///
/// May be used from any task and thread.
public final class SimulatedDevice: Sendable {
  struct State {
    var ledger: MemoryLedger
    var terminations: [Termination] = []
    var signals: [SentSignal] = []
    /// The places in `signals` of those that the app has not been told.
    var untold: [Int] = []
    /// The place in `signals` of the one that the app is being told.
    var telling: Int?
    var subscribers: [(number: Int, handler: @MainActor @Sendable (MemorySignal) -> Void)] = []
    var lastSubscriber = 0
  }

  /// Memory, screen and rate of frames.
  public let deviceClass: DeviceClass
  /// How much memory the app may take.
  public let limits: MemoryLimits
  /// How busy the main actor was.
  public let mainActor: MainActorMeter

  let simulation: Simulation
  let state: Mutex<State>

  /// A device with an app in the foreground that has no pictures.
  ///
  /// - Parameters:
  ///   - deviceClass: Memory, screen and rate of frames.
  ///   - simulation: Whose clock dates the records, and which runs the subscribers.
  ///   - limits: By default what is usual on the device.
  public init(
    _ deviceClass: DeviceClass, simulation: Simulation, limits: MemoryLimits? = nil
  ) {
    self.deviceClass = deviceClass
    self.simulation = simulation
    self.limits = limits ?? .usual(on: deviceClass)
    mainActor = MainActorMeter(clock: simulation.clock, refreshRate: deviceClass.refreshRate)
    state = Mutex(State(ledger: MemoryLedger(self.limits)))
  }

  // MARK: What there is to see

  /// What is charged now, in bytes: pictures, and decodes that run.
  public var liveBytes: Int { state.withLock { $0.ledger.live } }

  /// What the app takes now, in bytes: its baseline and ``liveBytes``.
  public var footprint: Int { state.withLock { $0.ledger.footprint } }

  /// The most that the app took at once, in bytes, over all launches since the last reset.
  public var highWaterMark: Int { state.withLock { $0.ledger.highWaterMark } }

  /// Where the app stands.
  public var appState: AppState { state.withLock { $0.ledger.state } }

  /// All terminations, in order: at most one for each launch.
  public var terminations: [Termination] { state.withLock { $0.terminations } }

  /// All signals, in order, those to the app without subscribers too.
  public var signals: [SentSignal] { state.withLock { $0.signals } }

  /// Whether the app is being told about memory at this moment: what it allocates, reads or
  /// writes now makes things worse.
  public var isTelling: Bool { state.withLock { $0.telling != nil } }

  // MARK: Memory

  /// Charges memory to the app until the returned object ends.
  ///
  /// - Parameter byteCount: Bytes; a negative number counts as zero.
  /// - Returns: The charge, to be kept by what takes the memory.
  public func charge(_ byteCount: Int) -> MemoryCharge {
    let launch = state.withLock { $0.ledger.launch }
    let bytes = max(byteCount, 0)
    let charge = MemoryCharge(device: self, launch: launch, byteCount: bytes)
    add(bytes, launch: launch)
    return charge
  }

  func add(_ bytes: Int, launch: Int) {
    perform { state in
      if let telling = state.telling { state.signals[telling].chargedMeanwhile += bytes }
      return state.ledger.charge(bytes, launch: launch)
    }
  }

  func release(_ bytes: Int, launch: Int) {
    state.withLock { $0.ledger.release(bytes, launch: launch) }
  }

  /// Forgets the signals, the terminations, the high-water mark and what the main actor did.
  ///
  /// What is alive stays charged, and the app stays where it is.
  public func reset() {
    mainActor.reset()
    state.withLock { state in
      state.ledger.resetHighWaterMark()
      state.terminations = []
      state.signals = []
      state.untold = []
      state.telling = nil
    }
  }
}
