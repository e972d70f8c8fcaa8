extension Containment {
  /// Runs a program, with the errors of grading.
  func attempt(
    _ program: Program, limits: ProcessLimits, stop: StopSignal?
  ) throws(GradingError) -> ProcessReport {
    let report: ProcessReport
    do throws(ContainmentError) {
      report = try run(program, limits: limits, stop: stop)
    } catch {
      throw .containment(error)
    }
    if report.ending == .stopped { throw .stopped }
    return report
  }
}
