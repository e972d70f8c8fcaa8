import Grading

extension HostileAnswer {
  /// Those that are right once.
  static let forgetful: [HostileAnswer] = [
    HostileAnswer(
      "FirstCallOnly", .fail, "if number > 1 { return 0 }"),
    HostileAnswer(
      "FirstRunOnly", .fail, "if calls.withLock({ $0 += 1; return $0 }) > 2 { return 0 }",
      besides: "let calls = Mutex(0)"),
    HostileAnswer(
      "OutlivingTask", .fail,
      "Task.detached { try? await Task.sleep(for: .seconds(1_000_000)) }"),
    HostileAnswer(
      "ErraticThread", .crashed, "Thread.detachNewThread { abort() }\n    sleep(100_000)"),
  ]
}
