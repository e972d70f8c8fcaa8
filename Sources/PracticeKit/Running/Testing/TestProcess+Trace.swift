import Foundation
import Grading

extension TestProcess.Trace {
  /// Whether the process ended by itself and not by a trap. XCTest exits with 1 where tests fail.
  var isInOrder: Bool {
    if case .exited = report.ending { true } else { false }
  }

  /// The checks that were believed to have passed, and of which nothing else was said.
  func passed(of exercise: String) -> Set<String> {
    let ends = reader.records.filter { $0.kind == .ended && $0.exercise == exercise }
    let others = Set(ends.filter { $0.verdict != .pass }.map(\.check))
    return Set(ends.map(\.check)).subtracting(others)
  }

  /// How the process ended, as the report takes it.
  func end(_ limits: ProcessLimits) -> ProcessEnd {
    switch report.ending {
    case .exited(let status): .exited(status)
    case .signalled(let signal): .signalled(signal)
    case .over(.time): .pastDeadline(seconds: limits.time / .seconds(1))
    case .over(.silence): .pastDeadline(seconds: (limits.silence ?? limits.time) / .seconds(1))
    case .over(.memory): .pastMemory(bytes: limits.memory)
    case .over(.threads), .over(.processes), .over(.files), .stopped: .signalled(SIGKILL)
    }
  }

  /// What a person would want to know of the end besides; nil where there is nothing.
  func words(_ limits: ProcessLimits) -> String? {
    switch report.ending {
    case .exited, .stopped, .over(.memory), .over(.silence): nil
    case .signalled: CrashWords.find(in: report.output)
    case .over(.threads): "more than \(limits.threads) threads at a time"
    case .over(.processes): "more than \(limits.processes) processes at a time"
    case .over(.files):
      "more than \(limits.files / 1_000_000) MB, or \(FolderSize.mostEntries) files, in its folder"
    case .over(.time):
      // Where we end a process the system often does not say what it took.
      report.processorTime < .milliseconds(1)
        ? nil
        : report.processorTime * 2 > report.elapsed
          ? "it was busy all the time" : "it waited for something that never came"
    }
  }
}
