#if os(Linux)
  import Foundation
  import Grading

  /// This test bundle once more, in a process of its own, with a commission.
  struct TestProcess {
    struct Failure: Error {
      var words: String
    }

    /// Runs tests, and reads what they tell.
    ///
    /// - Parameters:
    ///   - selection: What to run: `Module.Class/testMethod`, or all of a class.
    ///   - commission: What is asked for.
    ///   - checks: The checks for which it is evidence.
    ///   - deadline: After how many seconds it is killed.
    /// - Returns: The evidence.
    /// - Throws: ``Failure`` where the process could not be started.
    static func run(
      _ selection: String, _ commission: Commission, checks: [String] = [],
      deadline: Double = 20
    ) throws -> Evidence {
      let file = FileManager.default.temporaryDirectory
        .appending(path: "\(UUID().uuidString).records")
      defer { try? FileManager.default.removeItem(at: file) }
      let records = open(file.path, O_WRONLY | O_CREAT | O_APPEND, 0o600)
      var ends: [Int32] = [0, 0]
      guard records >= 0, pipe(&ends) == 0 else { throw Failure(words: "no descriptors") }
      let line = [UInt8](try commission.line())
      guard write(ends[1], line, line.count) == line.count else { throw Failure(words: "no pipe") }
      close(ends[1])
      defer {
        close(records)
        close(ends[0])
      }
      let process = try spawn(selection, reading: ends[0], writing: records)
      let end = wait(for: process, deadline: deadline)
      var reader = RecordReader(secret: commission.secret)
      reader.read(try Data(contentsOf: file))
      reader.finish()
      return Evidence(of: checks, from: reader, end: end)
    }

    private static func spawn(
      _ selection: String, reading commission: Int32, writing records: Int32
    ) throws -> pid_t {
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_adddup2(&actions, commission, 100)
      posix_spawn_file_actions_adddup2(&actions, records, 101)
      for descriptor in Int32(1)...2 {
        posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
      }
      let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      var environment = ProcessInfo.processInfo.environment
      environment[Commission.variable] = "100,101"
      var arguments = [strdup(bundle), strdup(selection), nil]
      var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
      defer { (arguments + variables).forEach { free($0) } }
      var process = pid_t()
      let status = posix_spawn(&process, bundle, &actions, nil, &arguments, &variables)
      guard status == 0 else { throw Failure(words: "posix_spawn: \(status)") }
      return process
    }

    private static func wait(for process: pid_t, deadline: Double) -> ProcessEnd {
      let start = ContinuousClock.now
      var status: Int32 = 0
      while waitpid(process, &status, WNOHANG) == 0 {
        if ContinuousClock.now - start > .seconds(deadline) {
          kill(process, SIGKILL)
          waitpid(process, &status, 0)
          return .pastDeadline(seconds: deadline)
        }
        usleep(5_000)
      }
      return status & 127 == 0 ? .exited(status >> 8 & 255) : .signalled(status & 127)
    }
  }
#endif
