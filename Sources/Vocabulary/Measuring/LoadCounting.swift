/// Tells how its loads have ended.
///
/// Each load counts as started once and as ended once, so that whoever shows that something is
/// being loaded knows when to stop.
public protocol LoadCounting: Sendable {
  /// The loads so far. A load that is left by its last caller counts as cancelled at once,
  /// whatever comes of it afterwards.
  var counts: LoadCounts { get async }
}
