import Dispatch
import Synchronization

/// The jobs and timers of one simulation, behind a lock: the shell around the pure queues.
///
/// Jobs come in from any thread through ``enqueue(_:)``; one thread, the home thread, takes them
/// out again in ``JobLoop/drive(_:)``. No continuation is resumed and no job is run while the
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
    case ended
  }

  struct State {
    var phase = Phase.created
    var home: ThreadIdentity?
    var preference: (any TaskExecutor)?
    /// The number of the body's task: tasks with lower ones are from before this run.
    var firstTaskNumber: UInt64 = 0

    var ready = ReadyQueue<Job>()
    var timers = TimerQueue<Timer>()
    var quiet = WaitingLine()
    var chooser: Chooser
    var hasBodyEnded = false

    var now: Duration = .zero
    var beforeJump: Duration?
    var steps = 0
    var stepsAtInstant = 0
    /// The real time at which the present step began, kept once a raw sleep has been seen.
    var stepStart = ContinuousClock.now

    var parked: [ObjectIdentifier: (number: Int, suspension: Suspension)] = [:]
    var lastParked = 0
    var rawSleeps = 0
    var foreignArrivals = 0
    var stragglers = 0
    var remarks: [String] = []
  }

  let state: Mutex<State>
  /// Signalled when a job arrives from a foreign thread.
  let arrival = DispatchSemaphore(value: 0)

  init(schedule: Schedule, recordsChoices: Bool) {
    state = Mutex(State(chooser: Chooser(schedule, recordsChoices: recordsChoices)))
  }

  var now: Duration { state.withLock { $0.now } }

  // MARK: Jobs

  /// Makes a job ready. Called by the drivers, on any thread.
  ///
  /// - Returns: False when the job is not this run's to run, since the run has ended.
  func enqueue(_ job: Job) -> Bool {
    let thread = ThreadIdentity.current
    let isForeign: Bool? = state.withLock { state in
      guard state.phase != .ended, let home = state.home else { return nil }
      guard thread != home else {
        if state.firstTaskNumber == 0 { state.firstTaskNumber = job.taskNumber ?? 0 }
        state.ready.append(job)
        return false
      }
      if let task = job.taskNumber, task < state.firstTaskNumber {
        // Left over from an earlier run and woken by a real thread: it would disturb this one.
        state.stragglers += 1
      } else {
        state.foreignArrivals += 1
        state.ready.append(job)
      }
      return true
    }
    if isForeign == true { arrival.signal() }
    return isForeign != nil
  }

  /// Makes a job ready after a sleep that the runtime measured on a real clock.
  func enqueue(_ job: Job, after sleep: RawSleep) -> Bool {
    state.withLock { state in
      guard state.phase != .ended, state.home != nil else { return false }
      let missing = state.stepStart.duration(to: .now)
      state.rawSleeps += 1
      state.stepStart = .now
      _ = state.timers.insert(.run(job), at: state.now + sleep.delay(missing: missing))
      return true
    }
  }

  // MARK: Waiting

  func makeWait(_ reason: String) -> Wait {
    Wait(lane: Lane.current ?? "a task", reason: reason, since: .init(now))
  }

  func checkRunning() throws {
    let phase = state.withLock { $0.phase }
    guard phase != .created, phase != .ended else { throw SimulationError.notRunning }
  }

  func addTimer(_ timer: Timer, at deadline: Duration) throws -> TimerQueue<Timer>.ID {
    try state.withLock { state in
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
      case (.dissolving, .wake(let suspension)):
        return state.timers.insert(.dismiss(suspension), at: state.now)
      case (.dissolving, _):
        return state.timers.insert(timer, at: state.now)
      case (.created, _), (.ended, _):
        throw SimulationError.notRunning
      }
    }
  }

  func removeTimer(_ timer: TimerQueue<Timer>.ID) {
    _ = state.withLock { $0.timers.remove(timer) }
  }

  /// Notes a suspension that no timer ends, for the reports and for the end of the run.
  func park(_ suspension: Suspension) {
    state.withLock { state in
      if state.phase == .dissolving {
        _ = state.timers.insert(.dismiss(suspension), at: state.now)
      }
      state.lastParked += 1
      state.parked[ObjectIdentifier(suspension)] = (state.lastParked, suspension)
    }
  }

  func unpark(_ suspension: Suspension) {
    state.withLock { $0.parked[ObjectIdentifier(suspension)] = nil }
  }
}

extension JobLoop.State {
  /// Adds a sentence to the run's remarks, once.
  mutating func remark(_ sentence: String) {
    if !remarks.contains(sentence), remarks.count < 100 { remarks.append(sentence) }
  }
}
