import Simulation

/// A program whose cost is that of the simulation, sized by the number of its operations.
struct Workload {
  var name: String
  /// What one operation is.
  var operation: String
  var body: @Sendable (_ simulation: Simulation, _ operations: Int) async throws -> Void
}

extension Workload {
  /// At most a thousand tasks are alive in any of them, and no group has more than a hundred
  /// children: the runtime's own cost for a group that ends out of order is quadratic.
  static let all = [yields, actor, mainActor, tasks, sleeps, gate]

  /// Those whose cost is measured from small to large: of the last, all operations are alive at
  /// once, so that its memory shows what one of them takes.
  static let growing = [yields, tasks, sleeps, sleepers]

  static let yields = Workload(name: "yields", operation: "Task.yield() in one of 100 tasks") {
    _, operations in
    await inHundredTasks(operations) { await Task.yield() }
  }

  static let actor = Workload(name: "actor", operation: "a visit to an actor, and a yield") {
    _, operations in
    let counter = Counter()
    await inHundredTasks(operations) {
      await counter.add()
      await Task.yield()
    }
  }

  static let mainActor = Workload(name: "main actor", operation: "a visit to the main actor") {
    _, operations in
    await inHundredTasks(operations) { await visitMainActor() }
  }

  static let tasks = Workload(name: "tasks", operation: "a child task, in groups of 100") {
    _, operations in
    for _ in 0..<(operations / 100) {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<100 { group.addTask {} }
      }
    }
  }

  static let sleeps = Workload(name: "sleeps", operation: "a sleep on the simulated clock") {
    simulation, operations in
    let clock = simulation.clock
    await inHundredTasks(operations) { try? await clock.sleep(for: .milliseconds(1)) }
  }

  static let sleepers = Workload(name: "sleepers", operation: "a task that sleeps among all others")
  {
    simulation, operations in
    let clock = simulation.clock
    let tasks = (0..<operations).map { number in
      Task { try? await clock.sleep(for: .milliseconds(number % 1_000 + 1)) }
    }
    for task in tasks { await task.value }
  }

  static let gate = Workload(name: "gate", operation: "a wait at a gate that opens now and then") {
    simulation, operations in
    let gate = simulation.gate("gate")
    let doorkeeper = Task {
      repeat { try await simulation.untilQuiet() } while gate.release(100) > 0
    }
    await inHundredTasks(operations) { try? await gate.pass() }
    _ = await doorkeeper.result
  }

  private static func inHundredTasks(
    _ operations: Int, _ operation: @escaping @Sendable () async -> Void
  ) async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 {
        group.addTask { for _ in 0..<(operations / 100) { await operation() } }
      }
    }
  }

  @MainActor private static func visitMainActor() {}
}

private actor Counter {
  private var count = 0

  func add() { count += 1 }
}
