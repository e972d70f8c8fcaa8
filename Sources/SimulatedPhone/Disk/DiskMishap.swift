/// Something that happens to a simulated disk at a step that is known beforehand.
public struct DiskMishap: Hashable, Sendable {
  /// What happens.
  public enum Kind: Hashable, Sendable, CaseIterable {
    /// The app ends before the step.
    case endBefore
    /// The app ends in the middle of the step. Of a write or an append, the first half has been
    /// handed over; of a flush, the first half has become safe. Any other step has no middle and
    /// has not happened.
    case endDuring
    /// The app ends when the step has happened, and its caller never hears of it.
    case endAfter
    /// The system empties the folder before the step.
    case emptied
    /// From the step on there is no room left.
    case full

    /// The three ways in which an app can end at a step.
    public static let ends: [Kind] = [.endBefore, .endDuring, .endAfter]
  }

  /// What happens.
  public let kind: Kind
  /// At which step of the launch, counted from 1.
  public let step: Int

  /// A mishap at a step.
  public init(_ kind: Kind, atStep step: Int) {
    self.kind = kind
    self.step = step
  }

  /// Whether the app ends by it.
  public var endsTheApp: Bool { Kind.ends.contains(kind) }
}

extension DiskMishap: CustomStringConvertible {
  /// What happens, as timelines and trails print it.
  public var description: String {
    switch kind {
    case .endBefore: "the app ends before step \(step)"
    case .endDuring: "the app ends in the middle of step \(step)"
    case .endAfter: "the app ends after step \(step)"
    case .emptied: "the system empties the folder before step \(step)"
    case .full: "the disk is full from step \(step) on"
    }
  }
}
