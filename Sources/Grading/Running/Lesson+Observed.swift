/// What the simulation itself observes, in words of its own.
extension Lesson {
  static let deadlock = Lesson(
    trap: "Left waiting",
    "a continuation that nobody resumes, or an actor that waits for itself, holds its caller for "
      + "ever",
    say: "Every path ends with an outcome for every caller: success, failure, cancellation.")

  static let livelock = Lesson(
    trap: "Spinning",
    "a loop that yields until a flag changes takes the turns of whoever would change it",
    say: "I await the thing itself, the task or the continuation, never a flag.")

  static let overrun = Lesson(
    trap: "Polling",
    "a loop that sleeps and looks again never learns that what it waits for cannot come any more",
    say: "I await the thing itself; a timer is for deadlines.")

  static let leftovers = Lesson(
    trap: "Left behind",
    "a task, waiter or timer outlives the work that it was for, and keeps what it holds in memory",
    say: "Whoever starts work sees to its end, on success, on failure and on cancellation.")

  static let rawSleep = Lesson(
    trap: "A clock of one's own",
    "with a raw Task.sleep nobody can test the time, and the order of things is left to luck",
    say: "I await the thing itself; where time matters, I wait on the clock that I was given.")

  static let foreignWork = Lesson(
    trap: "A thread of one's own",
    "work on a queue or a thread beside Swift's tasks comes back in an order that no test can hold",
    say: "State lives in an actor or behind a lock, and work in tasks; a queue needs a reason.")

  static let kit = Lesson(
    trap: "None", "the kit could not run the check, and the answer is not to blame",
    say: "Nothing: this is between the kit and the machine.")

  static let crash = Lesson(
    trap: "A trap at run time",
    "an index, a force unwrap, an overflow or an exit ends the whole app, not one picture",
    say: "Bad input becomes an error or an empty result, never the end of the process.")

  static let hang = Lesson(
    trap: "A blocked thread",
    "a lock, a semaphore or a loop without a suspension keeps the thread from everyone else",
    say: "I never block a thread of the pool: waiting means suspending.")

  static let memory = Lesson(
    trap: "Growth without a bound",
    "what is kept grows with what was asked for, until the system ends the app",
    say: "Everything that is kept has a budget in bytes, and something that goes first.")
}
