extension SimulatedClock {
  /// A point in virtual time, counted from the start of its simulation.
  public struct Instant: InstantProtocol, Codable {
    /// The time since the start of the simulation; never negative for an instant that was read.
    public let offset: Duration

    /// The instant that lies `offset` after the start.
    public init(_ offset: Duration) {
      self.offset = offset
    }

    /// The start of the simulation.
    public static let zero = Instant(.zero)

    /// The instant that lies `duration` later, or earlier where it is negative; the last one that
    /// there is, rather than one beyond.
    public func advanced(by duration: Duration) -> Instant {
      let (sum, overflow) = offset.attoseconds.addingReportingOverflow(duration.attoseconds)
      guard overflow else { return Instant(Duration(attoseconds: sum)) }
      return Instant(Duration(attoseconds: duration < .zero ? .min : .max))
    }

    /// The time from this instant to `other`; negative where `other` lies before it.
    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// Whether `lhs` comes before `rhs`.
    public static func < (lhs: Instant, rhs: Instant) -> Bool {
      lhs.offset < rhs.offset
    }
  }
}

extension SimulatedClock.Instant: CustomStringConvertible {
  /// Milliseconds, with as many decimals as it takes down to the nanosecond: `8.333 ms`.
  public var description: String { offset.milliseconds }
}
