/// Which constructs of Swift's concurrency a driver controls in this process.
///
/// Found by trying each of them in small simulations, not by looking at version numbers.
public struct DriverReport: Hashable, Sendable {
  /// A construct that was tried.
  public enum Construct: String, Hashable, Sendable, CaseIterable {
    /// `Task { }`, `Task.detached`, task groups and `async let`.
    case tasks
    /// `Task.yield()` in a task that has not been on a default actor.
    case yields
    /// `Task.yield()` on a default actor or after it, in the body and its child tasks.
    case yieldsInActors = "yields in actors"
    /// Likewise, in a task that was started with `Task { }` or `Task.detached`.
    case yieldsInActorsOfOtherTasks = "yields in actors, in unstructured tasks"
    /// Work on the main actor.
    case mainActor = "main actor"
    /// A raw `Task.sleep`, which passes in virtual time where it is controlled.
    case sleeps = "Task.sleep"
    /// A hop to a free actor that continues at once, as in production.
    case inlineHops = "inline hops"
  }

  /// The driver that was tried.
  public let driver: DriverName
  /// What it controls.
  public let controlled: Set<Construct>

  /// Whether the driver controls a construct; what it does not runs in real time and in an order
  /// that nobody chose.
  public func controls(_ construct: Construct) -> Bool {
    controlled.contains(construct)
  }
}

extension DriverReport: CustomStringConvertible {
  /// One line for each construct, in a fixed order.
  public var description: String {
    let lines = Construct.allCases.map { construct in
      "  \(controls(construct) ? "controlled" : "escapes   ")  \(construct.rawValue)"
    }
    return (["driver \(driver)"] + lines).joined(separator: "\n")
  }
}
