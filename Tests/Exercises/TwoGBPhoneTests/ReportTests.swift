import Grading
import GradingXCTest
import TwoGBPhone
import Vocabulary

/// The promises of *It crashes only on 2 GB phones* on what can be known of memory in the field.
final class ReportTests: GradedTestCase {
  func testHighWaterMarks() throws {
    try gradeOnce(
      Check("highWaterMarks", "the report names the high-water mark of each class", .staff),
      Lesson(
        trap: "One average for all",
        "the phones that are in trouble are few, and vanish in the mean of those that are not",
        say: "I report the high-water mark by device class: the small phone is the one to watch.")
    ) { desk in
      var report = MemoryReport()
      // However a run has ended, it was one.
      report.add(
        FinishedRun(
          on: .phone2GB, highWaterMark: 470 << 20, wasOnScreen: true, wasUpdated: true))
      report.add(
        FinishedRun(
          on: .phone12GB, highWaterMark: 910 << 20, wasOnScreen: true, hasCrashReport: true))
      for (device, bytes) in [
        (DeviceClass.phone2GB, 300), (.phone12GB, 900), (.phone2GB, 460), (.phone2GB, 410),
        (.phone12GB, 700),
      ] {
        report.add(FinishedRun(on: device, highWaterMark: bytes << 20, wasOnScreen: false))
      }
      for (device, most, runs) in [(DeviceClass.phone2GB, 470, 4), (.phone12GB, 910, 3)] {
        let figures = report.figures[device] ?? MemoryFigures()
        try desk.expect(
          "the \(device) phone has taken \(most) MB at the most", figures.highWaterMark,
          is: most << 20
        ) { $0.megabytes }
        try desk.expect("in \(runs) runs", figures.runs, is: runs)
      }
      try desk.expect(
        "nothing is said of a class that had no run", report.figures[.phone4GB] == nil,
        got: "it has figures")
    }
  }

  func testSilentEnds() throws {
    try gradeOnce(
      Check(
        "silentEnds", "it counts the ends that no crash reporter sees", .staff,
        needs: "highWaterMarks"),
      Lesson(
        trap: "The crash reporter knows",
        "the system ends an app for memory without a word, so the dashboard is green",
        say: "On the screen, no crash, no update, and yet gone: by elimination it was memory.")
    ) { desk in
      for bits in 0..<8 {
        let run = FinishedRun(
          on: .phone2GB, highWaterMark: 600 << 20, wasOnScreen: bits & 1 > 0,
          hasCrashReport: bits & 2 > 0, wasUpdated: bits & 4 > 0)
        var report = MemoryReport()
        report.add(run)
        let place = run.wasOnScreen ? "on the screen" : "off the screen"
        let crash = run.hasCrashReport ? "with a crash report" : "without a crash report"
        let update = run.wasUpdated ? "updated since" : "not updated since"
        try desk.expect(
          "a run that was \(place), \(crash), \(update) counts as "
            + (bits == 1 ? "ended for memory" : "ended in some other way"),
          report.figures[.phone2GB]?.terminations ?? 0, is: bits == 1 ? 1 : 0
        ) { $0 == 0 ? "it does not count" : "it counts as ended for memory" }
      }
    }
  }
}
