import Simulation
import SimulatedPhone
import Synchronization
import Vocabulary
import XCTest

final class FakeRecordServerTests: XCTestCase {
  /// Notes what is pushed, and when.
  private final class Listener: RecordProposing {
    private let heard = Mutex<[RecordSnapshot]>([])
    var snapshots: [RecordSnapshot] { heard.withLock { $0 } }
    func propose(_ snapshot: RecordSnapshot) async { heard.withLock { $0.append(snapshot) } }
  }

  private static func edit(_ key: String, _ change: RecordChange, of id: RecordID? = nil)
    -> RecordEdit
  {
    let key = IdempotencyKey(rawValue: key)
    return RecordEdit(key: key, record: id ?? .temporary(key), change: change)
  }

  private func run<Value: Sendable>(
    _ body: @escaping @Sendable (Simulation, FakeRecordServer) async throws -> Value
  ) throws -> Value {
    let simulation = Simulation()
    let server = FakeRecordServer(simulation)
    return try simulation.run { try await body(simulation, server) }.get()
  }

  func testAKeyCountsOnceAndIsAnsweredAsTheFirstTime() throws {
    try run { _, server in
      let id = server.create("a", count: 1).id
      let edit = Self.edit("k", .increment(by: 1), of: id)
      let first = try await server.send(edit)
      server.change(id, .increment(by: 10))
      let second = try await server.send(edit)
      XCTAssertEqual(first, second)
      XCTAssertEqual(first.snapshot?.version, 2)
      XCTAssertEqual(server.records.map(\.count), [12])
      XCTAssertEqual(server.arrivals.map(\.isRepeated), [false, true])
    }
  }

  func testAKeyWithAnotherBodyIsRefused() throws {
    try run { _, server in
      let (one, other) = (server.create("a").id, server.create("a").id)
      _ = try await server.send(Self.edit("k", .rename("b"), of: one))
      for edit in [
        Self.edit("k", .rename("c"), of: one), Self.edit("k", .rename("b"), of: other),
      ] {
        let reply = try await server.send(edit)
        guard case .refused = reply.outcome else { return XCTFail("\(reply)") }
      }
      XCTAssertEqual(server.records.map(\.title), ["b", "a"])
      let again = try await server.send(Self.edit("k", .rename("b"), of: one))
      XCTAssertEqual(again.outcome, .accepted)
    }
  }

  func testARefusalChangesNothingAndIsRemembered() throws {
    try run { _, server in
      let id = server.create("a").id
      server.plan(RecordFate(.refused(reason: "no")), forSend: 1)
      let edit = Self.edit("k", .rename("b"), of: id)
      for _ in 1...2 {
        let reply = try await server.send(edit)
        XCTAssertEqual(reply.outcome, .refused(reason: "no"))
        XCTAssertEqual(reply.snapshot?.record?.title, "a")
      }
    }
  }

  func testAnAcknowledgementWithoutEffect() throws {
    try run { _, server in
      let id = server.create("a").id
      server.plan(RecordFate(.ignored), forSend: 1)
      server.plan(RecordFate(.ignored), forSend: 2)
      let reply = try await server.send(Self.edit("k", .rename("b"), of: id))
      XCTAssertEqual(reply.outcome, .accepted)
      XCTAssertEqual(reply.snapshot?.version, 1)
      let creation = try await server.send(Self.edit("l", .create(title: "c")))
      XCTAssertEqual(creation, RecordReply(key: creation.key, outcome: .accepted))
      XCTAssertEqual(server.records.map(\.title), ["a"])
    }
  }

  func testALostRequestDoesNotCountAndALostReplyDoes() throws {
    try run { simulation, server in
      let id = server.create("a").id
      server.plan(RecordFate(losesRequest: true), forSend: 1)
      server.plan(RecordFate(losesReply: true), forSend: 2)
      for count in [0, 1] {
        do {
          _ = try await server.send(Self.edit("k", .increment(by: 1), of: id))
          XCTFail("A reply has come.")
        } catch TransportError.timedOut {}
        XCTAssertEqual(server.records.first?.count, count)
      }
      XCTAssertEqual(simulation.clock.now, .init(.milliseconds(200)))
      XCTAssertEqual(server.arrivals.count, 1)
      XCTAssertEqual(server.sendCount, 2)
    }
  }

  func testOfflineNothingIsSent() throws {
    try run { _, server in
      server.isOffline = true
      do {
        _ = try await server.send(Self.edit("k", .create(title: "a")))
        XCTFail("A reply has come.")
      } catch TransportError.offline {}
      XCTAssertEqual(server.arrivals, [])
    }
  }

  func testWhatWasRemovedIsGoneAndWhatNeverWasIsRefused() throws {
    try run { _, server in
      let id = server.create("a").id
      server.change(id, .remove)
      let reply = try await server.send(Self.edit("k", .rename("b"), of: id))
      XCTAssertEqual(reply.outcome, .gone)
      XCTAssertEqual(reply.snapshot, RecordSnapshot(id: id, version: 2, record: nil))
      for id in [RecordID.server(99), .temporary(IdempotencyKey(rawValue: "x"))] {
        let reply = try await server.send(Self.edit("\(id)", .rename("b"), of: id))
        guard case .refused = reply.outcome else { return XCTFail("\(reply)") }
      }
    }
  }

  func testPushesComeBeforeOrAfterTheReplyAndAreOneForEachChange() throws {
    for (push, isFirst) in [(1, true), (80, false)] {
      let simulation = Simulation()
      let server = FakeRecordServer(simulation)
      let listener = Listener()
      server.connect(listener)
      server.plan(RecordFate(pushDelay: .milliseconds(push)), forSend: 1)
      let run = simulation.run {
        let reply = try await server.send(Self.edit("k", .create(title: "a")))
        let early = listener.snapshots
        try await simulation.clock.sleep(for: .seconds(1))
        return (reply, early)
      }
      let (reply, early) = try run.get()
      XCTAssertEqual(early.count, isFirst ? 1 : 0)
      XCTAssertEqual(listener.snapshots, [reply.snapshot])
      XCTAssertEqual(reply.snapshot?.createdBy?.rawValue, "k")
      XCTAssertEqual(reply.snapshot?.lastEdit?.rawValue, "k")
    }
  }

  func testAChangeByOthersLeavesTheLastEditOfThePhone() throws {
    try run { _, server in
      let reply = try await server.send(Self.edit("k", .create(title: "a")))
      let id = try XCTUnwrap(reply.snapshot?.id)
      let changed = server.change(id, .like(true))
      XCTAssertEqual(changed?.version, 2)
      XCTAssertEqual(changed?.lastEdit?.rawValue, "k")
      server.tellsKeys = false
      XCTAssertEqual(
        server.snapshot(of: id), RecordSnapshot(id: id, version: 2, record: changed?.record))
      XCTAssertEqual(server.history(of: id).map(\.version), [1, 2])
      XCTAssertNil(server.change(.server(99), .like(true)))
    }
  }

  func testRequestsAndRepliesWaitAtGates() throws {
    let simulation = Simulation()
    let server = FakeRecordServer(simulation)
    let (request, reply) = (simulation.gate("request"), simulation.gate("reply"))
    server.plan(RecordFate(requestGate: request, replyGate: reply), forSend: 1)
    let run = simulation.run {
      async let send = server.send(Self.edit("k", .create(title: "a")))
      try await request.untilWaiting(1)
      let before = server.records.count
      request.open()
      try await reply.untilWaiting(1)
      let after = server.records.count
      reply.open()
      _ = try await send
      return [before, after]
    }
    XCTAssertEqual(try run.get(), [0, 1])
    XCTAssertTrue(run.leftovers.isEmpty)
  }

  func testACancelledSendEndsAtOnce() throws {
    let simulation = Simulation()
    let server = FakeRecordServer(simulation)
    let gate = simulation.gate("reply")
    server.plan(RecordFate(replyGate: gate), forSend: 1)
    let run = simulation.run {
      let send = Task { try await server.send(Self.edit("k", .create(title: "a"))) }
      try await gate.untilWaiting(1)
      send.cancel()
      guard case .failure(let error) = await send.result else { return false }
      return error is CancellationError
    }
    XCTAssertTrue(try run.get())
    XCTAssertEqual(server.records.count, 1)
  }
}
