import Foundation
import Simulation
actor Counter { var n = 0; func add() { n += 1 }; func addYield() async { n += 1; await Task.yield(); n += 1 } }
func measure(_ name: String, _ make: () -> Simulation = { Simulation(schedule: .shuffled(7), maximumStepsPerInstant: .max) }, _ body: @escaping @Sendable (Simulation) async throws -> Void) {
  let s = make()
  let t0 = ContinuousClock.now
  let run = s.run { try await body(s) }
  let d = ContinuousClock.now - t0
  let sec = Double(d.components.seconds) + Double(d.components.attoseconds) / 1e18
  print(name, run.steps, "steps", String(format: "%.3f s  %.2f M/s", sec, Double(run.steps) / sec / 1e6), run.leftovers, run.foreignWork, run.elapsed, (try? run.get()) == nil ? "FAILED \(run.outcome)" : "")
}
for hops in ActorHops.allCases { for driver in DriverName.allCases {
print("---", hops, driver)
let make = { Simulation(schedule: .shuffled(7), hops: hops, driver: driver, maximumStepsPerInstant: .max) }
measure("yields", make) { _ in await withTaskGroup(of: Void.self) { g in for _ in 0..<100 { g.addTask { for _ in 0..<10_000 { await Task.yield() } } } } }
measure("spawn", make) { _ in for _ in 0..<1000 { await withTaskGroup(of: Void.self) { g in for _ in 0..<1000 { g.addTask { } } } } }
measure("actor", make) { _ in let c = Counter(); await withTaskGroup(of: Void.self) { g in for _ in 0..<100 { g.addTask { for _ in 0..<3_000 { await c.add(); await Task.yield() } } } } }
if driver == .factory { measure("actoryield", make) { _ in let c = Counter(); await withTaskGroup(of: Void.self) { g in for _ in 0..<100 { g.addTask { for _ in 0..<1_000 { await c.addYield() } } } } } }
measure("main", make) { _ in await withTaskGroup(of: Void.self) { g in for _ in 0..<100 { g.addTask { await mainYields() } } } }
measure("sleep", make) { s in await withTaskGroup(of: Void.self) { g in for i in 0..<100 { g.addTask { for _ in 0..<3_000 { try? await s.clock.sleep(for: .milliseconds(i + 1)) } } } } }
if driver == .factory { measure("rawsleep", make) { s in await withTaskGroup(of: Void.self) { g in for i in 0..<100 { g.addTask { for _ in 0..<300 { try? await Task.sleep(for: .milliseconds(i + 1)) } } } } } }
measure("gate", make) { s in let gate = s.gate("g"); async let x: Void = { while true { do { try await s.untilQuiet(); if gate.release(1000) == 0 { break } } } }(); await withThrowingTaskGroup(of: Void.self) { g in for _ in 0..<100 { g.addTask { for _ in 0..<3_000 { try await gate.pass() } } } }; _ = try await x }
} }
@MainActor func mainYields() async { for _ in 0..<3_000 { await Task.yield() } }
