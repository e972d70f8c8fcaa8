import Foundation

/// What a contained program did, after it and all that it started have ended.
struct ProcessReport: Sendable {
  var ending: ProcessEnding
  /// Standard output and standard error in the order in which they were written.
  var output: CappedOutput
  /// What was written to each channel.
  var channels: [Int32: CappedOutput]
  /// Real time from start to end.
  var elapsed: Duration
  /// Processor time of it and of the children that it waited for; zero where we ended it and the
  /// system did not say.
  var processorTime: Duration
  /// The most that was seen of each quantity.
  var peak: ProcessUsage
}
