// The executor factory is SPI of the toolchain. Names moved between Swift 6.2 and 6.3, so each new
// version has to be tried first; all uses are in this file.
#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
  @_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency

  /// Replaces the default and the main executor, so that sleeps come through as well.
  struct FactoryDriver: Driver {
    var name: DriverName { .factory }
    var knownEscapes: Set<DriverReport.Construct> { [] }

    func preference(for hops: ActorHops) -> (any TaskExecutor)? {
      hops == .scheduled ? DivertedExecutor.shared : nil
    }

    func install() {
      _createExecutors(factory: DivertedFactory.self)
    }

    func uninstall() {
      _createExecutors(factory: PlatformExecutorFactory.self)
    }

    func run(_ job: Job, hops: ActorHops) {
      switch (job.target, hops) {
      case (.mainActor, _):
        job.unowned.runSynchronously(on: DivertedMainExecutor.shared.asUnownedSerialExecutor())
      case (.anywhere, .inline):
        job.unowned.runSynchronously(on: .generic)
      case (.anywhere, .scheduled):
        job.unowned.runSynchronously(on: SerialDoor.shared.asUnownedSerialExecutor())
      }
    }
  }

  private struct DivertedFactory: ExecutorFactory {
    static var mainExecutor: any MainExecutor { DivertedMainExecutor.shared }
    static var defaultExecutor: any TaskExecutor { DivertedExecutor.shared }
  }

  /// Stands in for the default executor.
  private final class DivertedExecutor: TaskExecutor, Diverting {
    static let shared = DivertedExecutor()
    var target: Job.Target { .anywhere }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      if !Port.deliver(job, target: target) {
        PlatformExecutorFactory.defaultExecutor.enqueue(ExecutorJob(job))
      }
    }
  }

  /// Runs jobs as a serial executor does, from which the runtime does not switch inline.
  private final class SerialDoor: SerialExecutor, Diverting {
    static let shared = SerialDoor()
    var target: Job.Target { .anywhere }

    func enqueue(_ job: consuming ExecutorJob) {
      DivertedExecutor.shared.enqueue(job)
    }
  }

  /// Stands in for the main executor.
  private final class DivertedMainExecutor: MainExecutor, Diverting {
    static let shared = DivertedMainExecutor()
    var target: Job.Target { .mainActor }

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      if !Port.deliver(job, target: target) {
        PlatformExecutorFactory.mainExecutor.enqueue(ExecutorJob(job))
      }
    }

    // Nobody enters a run loop through this executor: the simulation drives, and XCTest has its
    // own loop. `checkIsolated` is asked where the runtime cannot tell by itself.
    func run() throws {}
    func stop() {}
    func checkIsolated() { PlatformExecutorFactory.mainExecutor.checkIsolated() }
  }

  /// What the diverted executors share: a job for later goes to the virtual timers.
  private protocol Diverting: SchedulingExecutor {
    var target: Job.Target { get }
  }

  extension Diverting {
    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      // The runtime sleeps on its own two clocks only, whose durations are of this type.
      later(UnownedJob(job), .exactly(delay as? Duration ?? .zero))
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      let rest = clock.now.duration(to: instant) as? Duration ?? .zero
      later(UnownedJob(job), .aboutToEnd(in: rest))
    }

    private func later(_ job: UnownedJob, _ sleep: RawSleep) {
      if !Port.deliver(job, target: target, after: sleep) {
        let platform = PlatformExecutorFactory.defaultExecutor as? any SchedulingExecutor
        platform?.enqueue(
          ExecutorJob(job), after: sleep.shortest, tolerance: nil, clock: .continuous)
      }
    }
  }
#endif
