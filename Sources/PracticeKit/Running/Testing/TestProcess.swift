import Foundation
import Grading

/// Runs tests of a bundle in one contained process and reads what the adapter in it reports.
struct TestProcess: Sendable {
  let bundle: TestBundle
  let containment: Containment
  /// What the process finds in its environment besides.
  var variables: [String: String] = [:]

  /// What one process left.
  struct Trace: Sendable {
    var reader: RecordReader
    var report: ProcessReport
  }

  /// Runs tests, all of them where none is named, in a scratch folder that is removed afterwards.
  ///
  /// - Throws: ``GradingError`` where the process could not be started, or was stopped.
  func run(
    _ task: Commission.Task, _ tests: [String], plan: SchedulePlan, limits: ProcessLimits,
    stop: StopSignal? = nil
  ) throws(GradingError) -> Trace {
    let folder = try ScratchFolder()
    defer { folder.remove() }
    let commission = Commission(task, plan: plan)
    guard let line = try? commission.line() else {
      throw .file(path: "commission", reason: "It could not be encoded.")
    }
    let command = bundle.command(tests)
    let program = Program(
      executable: command.executable, arguments: command.arguments,
      environment: environment(in: folder.url), folder: folder.url, input: line,
      inputDescriptor: Self.commissions, channels: [Self.records])
    let report = try containment.attempt(program, limits: limits, stop: stop)
    var reader = RecordReader(secret: commission.secret)
    if let channel = report.channels[Self.records] { reader.read(channel.head) }
    reader.finish()
    return Trace(reader: reader, report: report)
  }

  private static let records: Int32 = 3
  private static let commissions: Int32 = 4

  /// Ours where a program needs it to start; all else that the host has set is not the answer's.
  private static let inherited = [
    "PATH", "LANG", "LC_ALL", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "DYLD_FRAMEWORK_PATH",
    "DEVELOPER_DIR", "SDKROOT", "TSAN_OPTIONS", "FOLLOW_UPS_DRIVER",
  ]

  private func environment(in folder: URL) -> [String: String] {
    let host = ProcessInfo.processInfo.environment
    var environment: [String: String] = [:]
    for name in Self.inherited { environment[name] = host[name] }
    environment.merge(variables) { $1 }
    environment["HOME"] = folder.path
    environment["TMPDIR"] = folder.path
    environment["CFFIXED_USER_HOME"] = folder.path
    // The runtime's own, which takes seconds; the message of a trap comes without it.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    environment[Commission.variable] = "\(Self.commissions),\(Self.records)"
    return environment
  }
}
