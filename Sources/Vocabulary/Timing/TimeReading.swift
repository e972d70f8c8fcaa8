public import Foundation

/// What a device knows about the time, none of which can be trusted alone.
///
/// The wall clock survives everything, and the user may set it to anything. The uptime cannot be
/// set, goes on while the device sleeps, and starts anew at each boot. May be read from any
/// thread.
public protocol TimeReading: Sendable {
  /// What the calendar says. It may jump, also backwards.
  var wallClock: Date { get }

  /// The time since the boot, in the boot that ``boot`` names. It never goes back.
  var uptime: Duration { get }

  /// Names the present boot: two readings with one name can be compared by their uptimes, also
  /// across a relaunch of the app.
  var boot: String { get }
}
