/// The rule by which a simulation picks the next job among those that are ready.
///
/// Swift promises no order between two ready jobs, so code that is right is right under every
/// schedule. A schedule decides nothing else: time, timers and results follow from the picks.
public enum Schedule: Hashable, Sendable {
  /// The job that has been ready for longest goes first.
  case inOrder

  /// Each ready job is equally likely; the same seed gives the same picks.
  case shuffled(UInt64)

  /// The listed picks, then in order.
  ///
  /// Each number is the place of the picked job in the ready list, and is used up only where
  /// two or more jobs are ready. A number beyond the list takes the last job, and the run says
  /// so in its remarks: the code has changed since the picks were recorded.
  case replay([Int])
}

extension Schedule: CustomStringConvertible {
  /// The form that reports print: `in-order`, `seed 41`, `choices 0,2,1`.
  public var description: String {
    switch self {
    case .inOrder: "in-order"
    case .shuffled(let seed): "seed \(seed)"
    case .replay(let choices):
      choices.isEmpty ? "no choices" : "choices \(choices.map(String.init).joined(separator: ","))"
    }
  }
}
