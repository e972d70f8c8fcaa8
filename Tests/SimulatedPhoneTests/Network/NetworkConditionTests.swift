import Foundation
import Simulation
import Vocabulary
import XCTest

@testable import SimulatedPhone

final class NetworkConditionTests: XCTestCase {
  private let ok = Script().answering("/p/7", with: .ok(bodyBytes(1_000)).after(.milliseconds(5)))

  func testConditionsAreChosenByName() {
    for condition in NetworkCondition.all {
      XCTAssertEqual(NetworkCondition.named(condition.name), condition)
    }
    XCTAssertEqual(Set(NetworkCondition.all.map(\.name)).count, NetworkCondition.all.count)
    XCTAssertNil(NetworkCondition.named("carrier pigeon"))
  }

  func testAPerfectNetworkAddsNothing() throws {
    let reply = try XCTUnwrap(reply(.perfect, number: 1))
    XCTAssertEqual(reply.latency, .milliseconds(5))
    XCTAssertEqual(reply.fate, .complete)
  }

  func testLatencyStaysWithinTheJitterAndReachesBothSides() {
    let condition = NetworkCondition(
      name: "test", latency: .milliseconds(60), jitter: .milliseconds(20))
    let latencies = (1...1_000).compactMap { reply(condition, number: $0)?.latency }
    XCTAssertEqual(latencies.count, 1_000)
    XCTAssertTrue(latencies.allSatisfy { (.milliseconds(45)...(.milliseconds(85))).contains($0) })
    XCTAssertTrue(latencies.contains { $0 < .milliseconds(46) })
    XCTAssertTrue(latencies.contains { $0 > .milliseconds(84) })
  }

  func testJitterNeverMakesTheLatencyNegative() {
    let condition = NetworkCondition(name: "test", jitter: .seconds(10))
    for number in 1...100 {
      XCTAssertGreaterThanOrEqual(
        reply(condition, number: number)?.latency ?? .zero, .milliseconds(5))
    }
  }

  func testLossIsAsLikelyAsItSays() {
    let condition = NetworkCondition(name: "test", loss: 0.2)
    let fates = (1...10_000).compactMap { reply(condition, number: $0)?.fate }
    let early = fates.filter { $0 == .failure(.connectionLost) }.count
    let late = fates.count { if case .breakage = $0 { true } else { false } }
    // Four standard deviations of a binomial distribution around 1,000 of 10,000.
    XCTAssertEqual(Double(early), 1_000, accuracy: 120)
    XCTAssertEqual(Double(late), 1_000, accuracy: 120)
  }

  func testOddLikelihoodsDoNoHarm() {
    for (loss, lost) in [(0.0, 0), (-1, 0), (.nan, 0), (1, 100), (.infinity, 100)] {
      let condition = NetworkCondition(name: "test", loss: loss)
      let fates = (1...100).compactMap { reply(condition, number: $0)?.fate }
      XCTAssertEqual(fates.filter { $0 != .complete }.count, lost, "\(loss)")
    }
  }

  func testChanceDependsOnSeedURLAndNumberOnly() {
    func fates(_ seed: UInt64) -> [ScriptedReply.Fate?] {
      (1...50).map { reply(.train, number: $0, seed: seed)?.fate }
    }
    XCTAssertEqual(fates(1), fates(1))
    XCTAssertNotEqual(fates(1), fates(2))
  }

  func testAScriptedEndIsNotLeftToChance() {
    let script = Script().answering("/p/7", with: .failing(.timedOut))
    let condition = NetworkCondition(name: "test", loss: 1)
    let reply = condition.reply(of: script, to: .init(request: photoRequest("/p/7")), 0)
    XCTAssertEqual(reply.fate, .failure(.timedOut))
  }

  func testAllSchedulesLoseTheSameTransfers() throws {
    func outcomes(_ schedule: Schedule) throws -> [String: TransferOutcome] {
      let simulation = Simulation(schedule: schedule)
      let server = Script(over: AnyPath())
      let transport = FakeTransport(simulation, answering: server, condition: .train, seed: 3)
      let run = simulation.run {
        await withTaskGroup(of: Void.self) { group in
          for number in 0..<40 {
            group.addTask { _ = try? await transport.load(photoRequest("/\(number)")) }
          }
        }
      }
      try run.get()
      return transport.log.records.reduce(into: [:]) { $0[$1.request.url.path] = $1.outcome }
    }
    let expected = try outcomes(.inOrder)
    XCTAssertTrue(expected.values.contains(.failed(.connectionLost)))
    XCTAssertTrue(expected.values.contains(.finished))
    for seed in UInt64(0)..<20 { XCTAssertEqual(try outcomes(.shuffled(seed)), expected) }
  }

  func testOfflineFailsAtOnceAndAsksNobody() throws {
    let simulation = Simulation()
    let asked = Observed(false)
    let script = Script().answering("/p/7") { _ in
      asked.update { $0 = true }
      return .ok(bodyBytes(3))
    }
    let transport = FakeTransport(simulation, answering: script, condition: .offline)
    let run = simulation.run {
      let first = await Result { try await transport.load(photoRequest("/p/7")).body }
      let wasAsked = asked.value
      transport.condition = .perfect
      return (first, wasAsked, try await transport.load(photoRequest("/p/7")).body)
    }
    let (first, wasAsked, second) = try run.get()
    XCTAssertEqual(first.transportError, .offline)
    XCTAssertFalse(wasAsked)
    XCTAssertEqual(second, bodyBytes(3))
    XCTAssertEqual(run.elapsed, .zero)
  }

  private func reply(
    _ condition: NetworkCondition, number: Int, seed: UInt64 = 0
  ) -> ScriptedReply? {
    let arrival = RequestArrival(request: photoRequest("/p/7"), number: number)
    return condition.reply(of: ok, to: arrival, seed)
  }
}

private struct AnyPath: RequestAnswering {
  func reply(to arrival: RequestArrival) -> ScriptedReply? { .ok(bodyBytes(100)) }
}
