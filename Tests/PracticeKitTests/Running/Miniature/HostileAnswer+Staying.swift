import Grading

extension HostileAnswer {
  /// Those that leave a process behind.
  static let staying: [HostileAnswer] = [
    HostileAnswer(
      "ChildBehind", .pass, #"spawn(["/bin/sleep", "100000"])"#, besides: spawn,
      isAboutProcesses: true),
    HostileAnswer(
      "DaemonBehind", .pass,
      #"spawn(["/bin/sh", "-c", "(setsid sh -c 'sleep 100000 & sleep 100000' &)"])"#,
      besides: spawn, isAboutProcesses: true),
    HostileAnswer(
      "TalkingChildBehind", .pass,
      #"spawn(["/bin/sh", "-c", "trap '' TERM HUP; while :; do echo here; sleep 1; done"])"#,
      besides: spawn, isAboutProcesses: true),
  ]
}
