import Grading

extension HostileAnswer {
  /// Those that never come to an end.
  static let hanging: [HostileAnswer] = [
    HostileAnswer("EndlessLoop", .hung, "while true { spin() }", besides: "func spin() {}"),
    HostileAnswer(
      "BlockedMainActor", .hung, "await MainActor.run { block() }",
      besides: "func block() { DispatchSemaphore(value: 0).wait() }"),
    HostileAnswer(
      "BlockedPool", .hung,
      """
      let tasks = (0..<64).map { _ in Task.detached { block() } }
      for task in tasks { await task.value }
      """,
      besides: "func block() { DispatchSemaphore(value: 0).wait() }"),
    HostileAnswer(
      "SwallowedSignals", .hung, "hold()",
      besides: """
        func hold() {
          for number: Int32 in 1...31 { signal(number, SIG_IGN) }
          while true { sleep(1) }
        }
        """),
    HostileAnswer("RealSleep", .hung, "_ = sleep(100_000)"),
    HostileAnswer("StoppedProcess", .hung, "kill(getpid(), SIGSTOP)"),
    HostileAnswer("StoppedGroup", .hung, "kill(0, SIGSTOP)", isAboutProcesses: true),
    HostileAnswer(
      "EndlessOutput", .hung, #"while true { print("once more") }"#),
    HostileAnswer(
      "LostContinuation", .fail,
      "await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }"),
    HostileAnswer("RawSleep", .fail, "try await Task.sleep(for: .seconds(3_600))"),
    HostileAnswer(
      "SelfLock", .hung, "lockTwice()",
      besides: """
        func lockTwice() {
          let lock = NSLock()
          lock.lock()
          lock.lock()
        }
        """),
  ]
}
