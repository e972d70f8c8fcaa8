import Grading

extension HostileAnswer {
  /// Those that take the process down.
  static let ending: [HostileAnswer] = [
    HostileAnswer("ExitZero", .crashed, "exit(0)", says: "status 0", isAboutProcesses: true),
    HostileAnswer("ExitSeven", .crashed, "_exit(7)", says: "status 7"),
    HostileAnswer("FatalError", .crashed, #"fatalError("enough")"#, says: "enough"),
    HostileAnswer(
      "ForceUnwrap", .crashed, #"_ = Int("word\(number)")!"#, says: "Unexpectedly found nil"),
    HostileAnswer("IndexBeyondTheEnd", .crashed, "_ = [1, 2][number + 5]", says: "out of range"),
    HostileAnswer("Abort", .crashed, "abort()", says: "signal 6"),
    HostileAnswer("KilledByItself", .crashed, "kill(getpid(), SIGKILL)", says: "signal 9"),
    HostileAnswer("KilledGroup", .crashed, "kill(0, SIGKILL)", isAboutProcesses: true),
    HostileAnswer(
      "KilledParentsGroup", .crashed, "kill(-getpgid(getppid()), SIGKILL)",
      isAboutProcesses: true),
    HostileAnswer(
      "AnotherProgram", .crashed, "become()",
      besides: """
        func become() {
          var words: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/true"), nil]
          execv("/bin/true", &words)
        }
        """),
    HostileAnswer(
      "TrapInDeinit", .crashed, "_ = Mine()",
      besides: #"final class Mine { deinit { fatalError("stepped on") } }"#, says: "stepped on"),
    HostileAnswer("TrapUnheard", .crashed, "close(2)\n    fatalError(\"nobody hears\")"),
    HostileAnswer("AnError", .fail, "throw CancellationError()"),
    HostileAnswer("ExitHandler", .pass, "_ = atexit { _exit(0) }"),
    HostileAnswer(
      "TrapAtTheEnd", .crashed, "_ = atexit { abort() }"),
  ]
}
