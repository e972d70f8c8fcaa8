/// Whether a hop to an actor that is free is a point at which another job may run first.
///
/// Production runs such a hop on the spot. Making it a scheduling point shows interleavings that
/// production reaches only when the actor happens to be busy.
public enum ActorHops: Hashable, Sendable, CaseIterable {
  /// As in production: a hop to a free actor continues at once.
  ///
  /// The hooks driver cannot do this and behaves as with ``scheduled``.
  case inline

  /// A hop between an actor and code that is on no actor is a scheduling point.
  ///
  /// Holds for the body, for tasks that ``Simulation/start(_:operation:)`` starts and for all tasks
  /// below these in the task tree. In a task that was started with `Task { }` or `Task.detached`
  /// hops after the first stay inline, because the runtime asks nobody.
  case scheduled
}
