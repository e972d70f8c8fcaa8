import Dispatch

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Sets the hooks that the runtime asks before it enqueues a job.
///
/// The hooks are data symbols of the runtime library (stdlib/public/Concurrency/ConcurrencyHooks
/// in Swift's sources), looked up by name: a statically linked runtime does not export them, and
/// an older one lacks those for the main executor. Without these, main-actor jobs stay on the
/// main queue, which an idle simulation pumps. A hook is one word, which the runtime reads
/// without a lock: other threads see the old value or the new one, and both lead to a place that
/// runs their job.
///
/// From Swift 6.2 on, the runtime sends a yield straight to the current executor, past the hook.
/// So jobs run as on an executor of ours, and tasks of the tree under the body prefer it. Left is
/// a yield inside a default actor, or after a visit to one, in a task started with `Task { }`.
struct HookDriver: Driver {
  /// Off in tests, to behave as on a runtime that lacks the hooks for the main executor.
  var usesMainHooks = true

  var name: DriverName { .hooks }
  var knownEscapes: Set<DriverReport.Construct> { [.yieldsInActorsOfOtherTasks] }

  func preference(for hops: ActorHops) -> (any TaskExecutor)? { HookedExecutor.shared }

  func install() throws(SimulationError) {
    guard let enqueue = RuntimeHooks.enqueueGlobal else {
      throw .driverUnavailable(
        .hooks,
        reason: """
          The Swift runtime does not export its hooks. That is so when it is linked statically: \
          build without --static-swift-stdlib.
          """)
    }
    enqueue.pointee = { job, original in
      if !Port.deliver(job, target: .anywhere) { original(job) }
    }
    guard usesMainHooks, let main = RuntimeHooks.mainExecutor,
      let isMain = RuntimeHooks.isMainExecutor
    else { return }
    main.pointee = { _ in HookedMainExecutor.shared.asUnownedSerialExecutor() }
    isMain.pointee = { executor, original in
      HookedMainExecutor.shared.isSame(as: executor) || original(executor)
    }
  }

  func uninstall() {
    RuntimeHooks.enqueueGlobal?.pointee = nil
    RuntimeHooks.mainExecutor?.pointee = nil
    RuntimeHooks.isMainExecutor?.pointee = nil
  }

  func run(_ job: Job, hops: ActorHops) {
    switch job.target {
    case .mainActor:
      job.unowned.runSynchronously(on: HookedMainExecutor.shared.asUnownedSerialExecutor())
    case .anywhere:
      job.unowned.runSynchronously(on: HookedExecutor.shared.asUnownedSerialExecutor())
    }
  }
}

/// The runtime's hooks that the driver uses, each nil where this runtime does not export it.
private enum RuntimeHooks {
  typealias Enqueue = @convention(thin) (UnownedJob) -> Void
  typealias EnqueueHook = @convention(thin) (UnownedJob, Enqueue) -> Void
  typealias MainExecutor = @convention(thin) () -> UnownedSerialExecutor
  typealias MainExecutorHook = @convention(thin) (MainExecutor) -> UnownedSerialExecutor
  typealias IsMainExecutor = @convention(thin) (UnownedSerialExecutor) -> Bool
  typealias IsMainExecutorHook = @convention(thin) (UnownedSerialExecutor, IsMainExecutor) -> Bool

  static var enqueueGlobal: UnsafeMutablePointer<EnqueueHook?>? {
    find("swift_task_enqueueGlobal_hook")
  }
  static var mainExecutor: UnsafeMutablePointer<MainExecutorHook?>? {
    find("swift_task_getMainExecutor_hook")
  }
  static var isMainExecutor: UnsafeMutablePointer<IsMainExecutorHook?>? {
    find("swift_task_isMainExecutor_hook")
  }

  /// The type of each hook is that of the C declaration with the symbol's name.
  private static func find<Hook>(_ symbol: String) -> UnsafeMutablePointer<Hook?>? {
    dlsym(dlopen(nil, RTLD_LAZY), symbol)?.assumingMemoryBound(to: Hook?.self)
  }
}

/// The executor on which hooked jobs run, and to which their yields come back.
private final class HookedExecutor: SerialExecutor, TaskExecutor {
  static let shared = HookedExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if !Port.deliver(job, target: .anywhere) {
      DispatchQueue.global().async { job.runSynchronously(on: .generic) }
    }
  }
}

/// Stands in for the main executor.
private final class HookedMainExecutor: SerialExecutor {
  static let shared = HookedMainExecutor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if !Port.deliver(job, target: .mainActor) {
      DispatchQueue.main.async { job.runSynchronously(on: MainActor.sharedUnownedExecutor) }
    }
  }

  func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(.main))
  }

  /// Compares identities: the first word of an executor reference points at the executor.
  func isSame(as executor: UnownedSerialExecutor) -> Bool {
    let identity = unsafeBitCast(executor, to: (UInt, UInt).self).0
    return identity == UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque())
  }
}
