#if canImport(XCTest)
  import Foundation
  import Grading

  /// What this process knows of the checks that it has run, and its line to whoever started it.
  ///
  /// There is one, since XCTest makes a new object for each test.
  final class GradingSession: @unchecked Sendable {
    // Sendable, since the state is read and changed under the lock only.
    private let lock = NSLock()
    private var state = State()

    private struct State {
      var isOpen = false
      var channel: Channel?
      var verdicts: [String: [String: Verdict]] = [:]
      var exercises: Set<String> = []
      var notStarted: Set<String> = []
    }

    static let shared = GradingSession()

    private init() {}

    /// Takes the commission, once. To be called before any line of an answer runs.
    ///
    /// - Returns: Whether it was this call that did.
    @discardableResult
    func open() -> Bool {
      lock.withLock {
        guard !state.isOpen else { return false }
        state.isOpen = true
        state.channel = Channel.take()
        return true
      }
    }

    /// What was commissioned; nil under `swift test` and in Xcode.
    var commission: Commission? { lock.withLock { state.channel?.commission } }

    /// Writes a record, where there is somebody to read it.
    func tell(
      _ kind: GradingRecord.Kind, exercise: String, check: String,
      _ fill: (inout GradingRecord) -> Void = { _ in }
    ) {
      lock.withLock {
        state.channel?.tell(kind, exercise: exercise, check: check, fill)
      }
    }

    func note(_ verdict: Verdict, exercise: String, check: String) {
      lock.withLock { state.verdicts[exercise, default: [:]][check] = verdict }
    }

    /// Counts an exercise of the package.
    func note(_ exercise: String, isStarted: Bool) {
      lock.withLock {
        state.exercises.insert(exercise)
        if !isStarted { state.notStarted.insert(exercise) }
      }
    }

    /// The verdict on a check; nil where it has not run in this process.
    func verdict(on check: String, of exercise: String) -> Verdict? {
      lock.withLock { state.verdicts[exercise]?[check] }
    }

    /// How many exercises were seen, how many of them are started, and how many pass.
    var counts: (seen: Int, started: Int, passed: Int) {
      lock.withLock {
        let started = state.exercises.subtracting(state.notStarted)
        let passed = started.filter { exercise in
          state.verdicts[exercise]?.values.allSatisfy { $0 == .pass } == true
        }
        return (state.exercises.count, started.count, passed.count)
      }
    }
  }
#endif
