import Dispatch

/// The jobs and timers of one simulation, behind a lock: the shell around the pure queues.
///
/// Jobs come in from any thread through ``enqueue(_:)``; one thread, the home thread, takes them
/// out again in ``drive(_:_:limit:_:)``. No continuation is resumed and no job is run while the
/// lock is held.
final class JobLoop: Sendable {
  /// What happens when a deadline is reached.
  enum Timer {
    /// A sleeper of the simulated clock is woken.
    case wake(Suspension)
    /// A waiter that came while the run was being dissolved is sent away.
    case dismiss(Suspension)
    /// A job that the runtime wanted to run later: the end of a raw `Task.sleep`.
    case run(Job)
  }

  enum Phase {
    case created
    case running
    /// The body has ended or is stuck: what is ready still runs, and time stands still.
    case settling
    /// What is left is told to stop.
    case dissolving
    /// Nothing is left to run; a last task is made, to know the numbers of those before it.
    case counting
    case ended
  }

  struct State {
    var phase = Phase.created
    var home: ThreadIdentity?
    var preference: (any TaskExecutor)?
    /// The number of the body's task: tasks with lower ones are from before this run.
    var firstTaskNumber: UInt64?
    var hasFirstJob = false
    var lastTaskNumber: UInt64?

    var ready = ReadyQueue<Job>()
    var timers = TimerQueue<Timer>()
    var quiet = WaitingLine()
    var chooser: Chooser
    var hasBodyEnded = false

    var now: Duration = .zero
    /// The instant before the last jump, until a job has run after it.
    var beforeJump: Duration?
    var steps = 0
    var stepsAtInstant = 0
    /// The real time at the last two marks, which are set now and then once a raw sleep was seen.
    /// The call of a sleep may stretch over several steps, with those of others between them.
    var marks = (earlier: ThreadTime(), later: ThreadTime())
    var stepsSinceMark = 0

    var parked: [ObjectIdentifier: (number: Int, suspension: Suspension)] = [:]
    var lastParked = 0
    /// How often something has become ready or has begun to wait.
    var insertions = 0
    /// Likewise, up to the last look for something to do.
    var seenInsertions = 0
    /// Whether the home thread is running what was sent to the main queue.
    var isPumping = false
    var rawSleeps = 0
    var foreignArrivals = 0
    var stragglers = 0
    var remarks: [String] = []
  }

  let state: Guarded<State>
  /// Signalled when a job arrives from a foreign thread.
  let arrival = DispatchSemaphore(value: 0)

  init(schedule: Schedule, recordsChoices: Bool) {
    state = Guarded(State(chooser: Chooser(schedule, recordsChoices: recordsChoices)))
  }

  var now: Duration { state.withLock { $0.now } }

  // MARK: Jobs

  /// Makes a job ready. Called by the drivers, on any thread.
  ///
  /// - Returns: False when the job is not this run's: the run has ended, or the task is one of the
  ///   process's own, from before its first run. True also for a straggler, a task that an earlier
  ///   run left behind and a real thread has woken: it is counted and dropped.
  func enqueue(_ job: Job) -> Bool {
    let origin = state.withLock { state in
      let origin = state.origin(of: job)
      switch origin {
      case .home:
        if !state.hasFirstJob { state.noteFirst(job) }
        if state.phase == .counting { state.lastTaskNumber = job.taskNumber }
        if state.isPumping { state.foreignArrivals += 1 }
        state.makeReady(job)
      case .foreign:
        state.foreignArrivals += 1
        state.makeReady(job)
      case .earlierRun:
        state.stragglers += 1
      case .process:
        break
      }
      return origin
    }
    if origin == .foreign { arrival.signal() }
    return origin != .process
  }

  /// Makes a job ready after a sleep that the runtime measured on a real clock.
  ///
  /// - Returns: As ``enqueue(_:)`` does.
  func enqueue(_ job: Job, after sleep: RawSleep) -> Bool {
    let origin = state.withLock { state in
      let origin = state.origin(of: job, isSleep: true)
      guard origin == .home || origin == .foreign else { return origin }
      let delay = sleep.delay(missing: state.marks.earlier.timeOffProcessor)
      state.rawSleeps += 1
      state.insertions += 1
      _ = state.timers.insert(.run(job), at: state.now + delay)
      return origin
    }
    if origin == .foreign { arrival.signal() }
    return origin != .process
  }

  // MARK: Waiting

  func makeWait(_ reason: String) -> Wait {
    let lane = Lane.tag
    return Wait(
      lane: lane?.name ?? Lane.none, reason: reason, since: .init(now), laneNumber: lane?.number)
  }

  func checkRunning() throws {
    let phase = state.withLock { $0.phase }
    guard phase != .created, phase != .ended else { throw SimulationError.notRunning }
  }

  func addTimer(_ timer: Timer, at deadline: Duration) throws -> TimerQueue<Timer>.ID {
    defer { announce() }
    return try state.withLock { state in
      switch (state.phase, timer) {
      case (.running, _), (.settling, _):
        if deadline < state.now {
          state.remark(
            """
            A sleep asked to wake at \(deadline.milliseconds), which was already over at \
            \(state.now.milliseconds). It returned at once. Check the sides of the subtraction.
            """)
        }
        return state.timers.insert(timer, at: max(deadline, state.now))
      case (.dissolving, .wake(let suspension)), (.counting, .wake(let suspension)):
        return state.timers.insert(.dismiss(suspension), at: state.now)
      case (.dissolving, _), (.counting, _):
        return state.timers.insert(timer, at: state.now)
      case (.created, _), (.ended, _):
        throw SimulationError.notRunning
      }
    }
  }

  func removeTimer(_ timer: TimerQueue<Timer>.ID) {
    _ = state.withLock { $0.timers.remove(timer) }
  }

  func joinQuiet(_ suspension: Suspension) -> WaitingLine.ID {
    defer { announce() }
    return state.withLock { $0.quiet.join(suspension) }
  }

  /// Notes a suspension that no timer ends, for the reports and for the end of the run.
  func park(_ suspension: Suspension) {
    state.withLock { state in
      if state.phase == .dissolving { state.dismiss(suspension) }
      state.lastParked += 1
      state.parked[ObjectIdentifier(suspension)] = (state.lastParked, suspension)
    }
  }

  func unpark(_ suspension: Suspension) {
    state.withLock { $0.parked[ObjectIdentifier(suspension)] = nil }
  }

  /// Tells an idle home thread that another thread has brought something.
  private func announce() {
    let isForeign = state.withLock { state in
      state.insertions += 1
      return state.home != .current
    }
    if isForeign { arrival.signal() }
  }
}

extension JobLoop.State {
  /// Where a job comes from.
  fileprivate enum Origin {
    /// The thread of the simulation.
    case home
    /// Another thread, on behalf of a task of this run as far as can be told.
    case foreign
    /// A task that an earlier run has left behind.
    case earlierRun
    /// A task of the process around the simulations, or one that comes after the end.
    case process
  }

  /// The runtime ends a sleep by a task that it makes for that purpose, so the number of such a job
  /// says nothing about who sleeps.
  fileprivate func origin(of job: Job, isSleep: Bool = false) -> Origin {
    guard phase != .ended, let home else { return .process }
    guard ThreadIdentity.current != home else { return .home }
    // Before the body's task is there, no other thread can have one of this run.
    guard hasFirstJob else { return .process }
    if !isSleep, let task = job.taskNumber {
      guard let firstTaskNumber, task < firstTaskNumber else { return .foreign }
      return Port.isFromAnEarlierRun(task) ? .earlierRun : .process
    }
    // A yield, a sleep or a hop, by the task that runs on this foreign thread: one of ours has
    // brought its lane along.
    let isByATask = withUnsafeCurrentTask { $0 != nil }
    return isByATask && Lane.tag == nil ? .process : .foreign
  }

  /// Sets a mark in real time, every so many steps.
  mutating func markTime() {
    stepsSinceMark += 1
    guard stepsSinceMark >= 64 else { return }
    stepsSinceMark = 0
    marks = (marks.later, ThreadTime())
  }

  fileprivate mutating func makeReady(_ job: Job) {
    insertions += 1
    ready.append(job)
  }

  /// Notes the number of the body's task, which is the first that becomes ready.
  fileprivate mutating func noteFirst(_ job: Job) {
    hasFirstJob = true
    firstTaskNumber = job.taskNumber
  }

  /// Lets a waiter be sent away by the loop, as a step of its own.
  mutating func dismiss(_ suspension: Suspension) {
    _ = timers.insert(.dismiss(suspension), at: now)
  }

  /// Adds a sentence to the run's remarks, once.
  mutating func remark(_ sentence: String) {
    if !remarks.contains(sentence), remarks.count < 100 { remarks.append(sentence) }
  }
}
