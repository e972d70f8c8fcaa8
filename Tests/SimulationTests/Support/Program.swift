import Simulation
import Synchronization

/// A small concurrent program whose timeline depends on the order of its jobs.
struct Program: Sendable {
  var name: String
  /// What a driver must control for the program's order to be the schedule's alone.
  var needs: Set<DriverReport.Construct>
  var body: @Sendable (Simulation) async throws -> Void
}

extension Program {
  /// The programs whose order a driver decides; by default the one that a run would use.
  static func controlled(by driver: DriverName? = nil) throws -> [Program] {
    let report = try DriverReport.probe(driver)
    return all.filter { $0.needs.isSubset(of: report.controlled) }
  }

  private static let all: [Program] = [
    Program(name: "tasks", needs: [.tasks, .yields]) { simulation in
      let tasks = (1...4).map { number in
        Task { await simulation.twoSteps("task \(number)") }
      }
      for task in tasks { await task.value }
    },
    Program(name: "detached tasks", needs: [.tasks, .yields]) { simulation in
      let tasks = (1...4).map { number in
        Task.detached { await simulation.twoSteps("detached \(number)") }
      }
      for task in tasks { await task.value }
    },
    Program(name: "group", needs: [.tasks, .yields]) { simulation in
      await withTaskGroup(of: Int.self) { group in
        for number in 1...4 {
          group.addTask {
            await simulation.twoSteps("child \(number)")
            return number
          }
        }
        for await number in group { simulation.record("result \(number)") }
      }
    },
    Program(name: "async let", needs: [.tasks, .yields]) { simulation in
      async let first: Void = simulation.twoSteps("first")
      async let second: Void = simulation.twoSteps("second")
      async let third: Void = simulation.twoSteps("third")
      _ = await (first, second, third)
    },
    Program(name: "actor", needs: [.tasks, .yieldsInActors]) { simulation in
      let counter = Counter()
      await withTaskGroup(of: Void.self) { group in
        for number in 1...4 {
          group.addTask {
            simulation.record("adds", on: "task \(number)")
            let count = await counter.add()
            simulation.record("counts \(count)", on: "task \(number)")
            await Task.yield()
            simulation.record("counts \(await counter.add())", on: "task \(number)")
          }
        }
      }
    },
    Program(name: "yield inside an actor", needs: [.tasks, .yieldsInActors]) { simulation in
      let counter = Counter()
      await withTaskGroup(of: Void.self) { group in
        for number in 1...4 {
          group.addTask {
            let (before, after) = await counter.addAndYield()
            simulation.record("\(before), after the yield \(after)", on: "task \(number)")
          }
        }
      }
    },
    Program(name: "main actor", needs: [.tasks, .yields, .mainActor]) { simulation in
      await withTaskGroup(of: Void.self) { group in
        for number in 1...4 {
          group.addTask { await simulation.visitMainActor("task \(number)") }
        }
      }
    },
    // Longer than the system interrupts a thread for: the length of a shorter one can be misjudged.
    Program(name: "Task.sleep", needs: [.tasks, .sleeps]) { simulation in
      await withTaskGroup(of: Void.self) { group in
        for (number, delay) in [300, 100, 200, 100].enumerated() {
          group.addTask {
            try? await Task.sleep(for: .milliseconds(delay))
            simulation.record("woke", on: "task \(number)")
            try? await Task.sleep(nanoseconds: 1_000_000_000)
            simulation.record("woke again", on: "task \(number)")
          }
        }
      }
    },
    Program(name: "clock", needs: [.tasks]) { simulation in
      await withTaskGroup(of: Void.self) { group in
        for (number, delay) in [3, 1, 2, 1, 1].enumerated() {
          group.addTask {
            try? await simulation.clock.sleep(for: .seconds(delay))
            simulation.record("woke", on: "task \(number)")
          }
        }
      }
    },
    Program(name: "continuations", needs: [.tasks]) { simulation in
      let door = ContinuationDoor()
      await withTaskGroup(of: Void.self) { group in
        for number in 1...4 {
          group.addTask {
            await door.wait()
            simulation.record("through", on: "task \(number)")
          }
        }
        try? await simulation.untilQuiet()
        simulation.record("opens")
        door.open()
      }
    },
    Program(name: "AsyncStream", needs: [.tasks, .yields]) { simulation in
      let (stream, continuation) = AsyncStream.makeStream(of: String.self)
      let consumer = Task {
        for await element in stream { simulation.record("gets \(element)", on: "consumer") }
      }
      await withTaskGroup(of: Void.self) { group in
        for number in 1...3 {
          group.addTask {
            for step in 1...3 {
              continuation.yield("\(number).\(step)")
              await Task.yield()
            }
          }
        }
      }
      continuation.finish()
      await consumer.value
    },
    Program(name: "cancellation before suspension", needs: [.tasks]) { simulation in
      let tasks = (1...3).map { number in
        Task {
          do {
            try await simulation.clock.sleep(for: .seconds(1))
            simulation.record("slept", on: "task \(number)")
          } catch {
            simulation.record("cancelled", on: "task \(number)")
          }
        }
      }
      tasks[0].cancel()
      tasks[2].cancel()
      for task in tasks { await task.value }
    },
    Program(name: "cancellation after suspension", needs: [.tasks]) { simulation in
      let gate = simulation.gate("gate")
      let tasks = (1...3).map { number in
        Task {
          do {
            try await gate.pass()
            simulation.record("passed", on: "task \(number)")
          } catch {
            simulation.record("cancelled", on: "task \(number)")
          }
        }
      }
      try await gate.untilWaiting(3)
      tasks[1].cancel()
      try await simulation.clock.sleep(for: .milliseconds(1))
      gate.open()
      for task in tasks { await task.value }
    },
  ]
}

extension Simulation {
  fileprivate func twoSteps(_ lane: String) async {
    record("begins", on: lane)
    await Task.yield()
    record("ends", on: lane)
  }

  @MainActor fileprivate func visitMainActor(_ lane: String) async {
    MainActor.assertIsolated()
    record("on the main actor", on: lane)
    await Task.yield()
    MainActor.assertIsolated()
    record("still there", on: lane)
  }
}

private actor Counter {
  private var count = 0

  func add() -> Int {
    count += 1
    return count
  }

  func addAndYield() async -> (Int, Int) {
    count += 1
    let before = count
    await Task.yield()
    return (before, count)
  }
}

/// The list of continuations that one meets in answers.
private final class ContinuationDoor: Sendable {
  private let waiting = Mutex<[CheckedContinuation<Void, Never>]>([])

  func wait() async {
    await withCheckedContinuation { continuation in
      waiting.withLock { $0.append(continuation) }
    }
  }

  func open() {
    let all = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    all.forEach { $0.resume() }
  }
}
