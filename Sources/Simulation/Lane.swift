/// The name under which a task appears in timelines and reports.
///
/// It travels as a task-local value: child tasks and tasks started with `Task { }` keep the lane
/// of the task that started them, detached tasks have none.
public struct Lane: Sendable {
  /// How reports call tasks that belong to no lane.
  static let none = "a task"

  @TaskLocal static var tag: Lane?

  /// The name of the calling task's lane; nil outside ``Simulation/start(_:operation:)`` and the
  /// body.
  public static var current: String? { tag?.name }

  let name: String
  /// Tells two lanes of one name apart.
  let number: Int
}
