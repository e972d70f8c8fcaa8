import Simulation
import XCTest

/// The samples of the README and of the documentation comments, compiled and run.
final class DocumentationTests: XCTestCase {
  func testSampleOfTheReadme() throws {
    let simulation = Simulation(schedule: .shuffled(41))
    let gate = simulation.gate("download")
    let run = simulation.run {
      let first = simulation.start("cell 1") { try await gate.pass() }
      let second = simulation.start("cell 2") { try await gate.pass() }
      try await gate.untilWaiting(2)
      simulation.record("both wait")
      gate.open()
      try await first.value
      try await second.value
      try await simulation.clock.sleep(for: .seconds(3600))
    }
    try run.get()
    XCTAssertEqual(run.timeline.description, "0 ms  test  both wait\n")
    XCTAssertEqual(run.elapsed, .seconds(3600))
  }

  func testSampleOfSimulation() throws {
    let simulation = Simulation(schedule: .shuffled(41))
    let gate = simulation.gate("load")
    let run = simulation.run {
      let loader = Loader { key in
        try await gate.pass()
        return "picture of \(key)"
      }
      async let first = loader.image(for: "/p/7")
      async let second = loader.image(for: "/p/7")
      try await simulation.untilQuiet()
      let loads = gate.waiting
      gate.open()
      _ = try await (first, second)
      return loads
    }
    XCTAssertEqual(try run.get(), 1)
  }
}

/// Shares a load among those who ask for one key.
private actor Loader {
  private var loads: [String: Task<String, any Error>] = [:]
  private let load: @Sendable (String) async throws -> String

  init(load: @escaping @Sendable (String) async throws -> String) {
    self.load = load
  }

  func image(for key: String) async throws -> String {
    if let running = loads[key] { return try await running.value }
    let task = Task { [load] in try await load(key) }
    loads[key] = task
    defer { loads[key] = nil }
    return try await task.value
  }
}
