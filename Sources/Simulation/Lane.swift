/// The name under which a task appears in timelines and reports.
///
/// It travels as a task-local value: child tasks and tasks started with `Task { }` keep the lane
/// of the task that started them, detached tasks have none.
public enum Lane {
  /// The lane of the calling task; nil outside ``Simulation/start(_:operation:)`` and the body.
  @TaskLocal public static var current: String?
}
