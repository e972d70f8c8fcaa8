import Foundation

/// A process that we started, as leader of a session and a process group of its own.
struct ChildProcess {
  let pid: pid_t

  /// Starts a program.
  ///
  /// All signals have their default effect in it and none is blocked. It gets the given
  /// descriptors and no others of ours.
  ///
  /// - Parameters:
  ///   - words: The path of the executable, which is not looked up, and its arguments.
  ///   - environment: Its whole environment.
  ///   - descriptors: Ours, by the number that each has in the child.
  /// - Returns: The process, which has started.
  /// - Throws: ``ContainmentError`` where the system refused.
  static func spawn(
    _ words: [String], environment: [String: String], descriptors: [Int32: Int32]
  ) throws(ContainmentError) -> ChildProcess {
    #if os(Linux)
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
      // A session of its own: glibc's POSIX_SPAWN_SETSID, which is not imported.
      let flags = 0x80 | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)
    #else
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
      let flags =
        POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        | POSIX_SPAWN_CLOEXEC_DEFAULT
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (theirs, ours) in descriptors.sorted(by: { $0.key < $1.key }) {
      posix_spawn_file_actions_adddup2(&actions, ours, theirs)
    }
    #if os(Linux)
      // What others in our process left open for children. One that is closed by now does no harm.
      for ours in openDescriptors where ours > 2 && descriptors[ours] == nil {
        posix_spawn_file_actions_addclose(&actions, ours)
      }
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var all = sigset_t()
    sigfillset(&all)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(flags))

    var argv = words.map { strdup($0) } + [nil]
    let variables = environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    var envp = variables.map { strdup($0) } + [nil]
    defer { for pointer in argv + envp { free(pointer) } }
    var pid = pid_t()
    let number = PipeEnds.inheritance.withLock {
      posix_spawn(&pid, words[0], &actions, &attributes, &argv, &envp)
    }
    guard number == 0 else { throw .system(call: "posix_spawn of \(words[0])", number: number) }
    return ChildProcess(pid: pid)
  }

  private static var openDescriptors: [Int32] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    return (names ?? []).compactMap { Int32($0) }
  }

  /// Whether it has ended. Its number stays taken, and so safe to signal, until ``reap()``.
  var hasEnded: Bool { end != nil }

  /// Whether it has ended by itself, and not by a signal.
  var hasExited: Bool { end == Int32(CLD_EXITED) }

  /// The system's code for how it ended; nil while it runs.
  private var end: Int32? {
    var info = siginfo_t()
    guard waitid(P_PID, id_t(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 else {
      return errno == ECHILD ? Int32(CLD_KILLED) : nil
    }
    return info.si_signo == SIGCHLD ? info.si_code : nil
  }

  /// Kills its process group. Only before ``reap()``: afterwards the number may be another's.
  func killGroup() {
    _ = kill(-pid, SIGKILL)
  }

  /// Waits for its end and takes it off the system's table.
  func reap() -> (ending: ProcessEnding, usage: rusage) {
    var status: Int32 = 0
    var usage = rusage()
    while wait4(pid, &status, 0, &usage) < 0 {
      guard errno == EINTR else { return (.exited(-1), usage) }
    }
    let signal = status & 0x7f
    return (signal == 0 ? .init(shellStatus: (status >> 8) & 0xff) : .signalled(signal), usage)
  }
}
