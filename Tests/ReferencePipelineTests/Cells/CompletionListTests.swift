import CompletionListSolution
import Foundation
import Vocabulary
import XCTest

final class CompletionListTests: XCTestCase {
  private let url = HeldLoads.key(7).url

  func testManyCallersAreOneTransferAndEachIsCalledOnceInOrder() {
    let world = CallbackWorld()
    let loader = world.makeLoader()
    for caller in 0..<10 { load(loader, world, caller) }
    XCTAssertEqual(world.asked, [url])
    world.answer(0)
    XCTAssertEqual(world.log, [], "nothing on the thread of the transport")
    world.runMain()
    XCTAssertEqual(world.log, (0..<10).map { "\($0) ok main" })
    world.answer(0)
    world.runMain()
    XCTAssertEqual(world.log.count, 10, "a second answer of the transport")
    XCTAssertEqual(loader.waitingCount, 0)
  }

  func testAHitIsDeliveredOnTheMainQueueAndNeverInsideTheCall() {
    let world = CallbackWorld()
    let loader = world.makeLoader()
    world.cache.insert(HeldLoads.picture(HeldLoads.key(7)), for: HeldLoads.key(7))
    load(loader, world, 1)
    XCTAssertEqual(world.log, [])
    world.runMain()
    XCTAssertEqual(world.log, ["1 ok main"])
    XCTAssertEqual(world.asked, [])
  }

  func testATransportThatAnswersAtOnceCallsNobodyInsideTheCall() {
    let world = CallbackWorld(answersAtOnce: true)
    let loader = world.makeLoader()
    load(loader, world, 1)
    XCTAssertEqual(world.log, [])
    load(loader, world, 2)
    XCTAssertEqual(world.asked.count, 1, "the second is a hit")
    world.runMain()
    XCTAssertEqual(world.log, ["1 ok main", "2 ok main"])
    XCTAssertEqual(world.stopped, [])
  }

  func testAFailureCallsEveryoneAndTheNextCallStartsAgain() {
    let failures: [Result<EncodedImage, any Error>] = [
      .failure(CallbackWorld.Failure()), .success(EncodedImage(Data())),
    ]
    for failure in failures {
      let world = CallbackWorld()
      let loader = world.makeLoader()
      for caller in 0..<3 { load(loader, world, caller) }
      world.answer(0, failure)
      load(loader, world, 3)
      XCTAssertEqual(world.asked.count, 2, "also before those have been called")
      world.runMain()
      XCTAssertEqual(world.log, (0..<3).map { "\($0) failed main" })
      world.answer(1)
      world.runMain()
      XCTAssertEqual(world.log.last, "3 ok main")
      XCTAssertEqual(loader.waitingCount, 0)
    }
  }

  func testOtherURLsGoOnMeanwhile() {
    let world = CallbackWorld()
    let loader = world.makeLoader()
    load(loader, world, 1)
    load(loader, world, 2, HeldLoads.key(8).url)
    world.answer(1)
    world.runMain()
    XCTAssertEqual(world.log, ["2 ok main"])
  }

  func testACompletionMayLoadTheSameURL() {
    for keeps in [true, false] {
      let world = CallbackWorld()
      let loader = world.makeLoader()
      loader.load(url, for: 1) { _, _ in
        world.note("outer")
        if !keeps { world.cache.trim(toBytes: 0) }
        loader.load(HeldLoads.key(7).url, for: 2) { _, _ in world.note("inner") }
        world.note("outer ends")
      }
      world.answer(0)
      world.runMain()
      if !keeps {
        world.answer(1)
        world.runMain()
      }
      XCTAssertEqual(world.log, ["outer", "outer ends", "inner"])
      XCTAssertEqual(world.asked.count, keeps ? 1 : 2)
    }
  }

  func testACompletionThatCancelsAnotherIsHonoured() {
    let world = CallbackWorld()
    let loader = world.makeLoader()
    let tickets = Tickets()
    for caller in 0..<4 {
      let ticket = loader.load(url, for: caller) { caller, _ in
        world.note("\(caller)")
        guard caller == 0 else { return }
        for other in [2, 0] { tickets[other].map(loader.cancel) }
      }
      tickets.add(caller, ticket)
    }
    world.answer(0)
    world.runMain()
    XCTAssertEqual(world.log, ["0", "1", "3"])
  }

  func testACancelledCallIsNotCalledHoweverFarTheLoadIs() {
    let world = CallbackWorld()
    let loader = world.makeLoader()
    let early = load(loader, world, 1)
    load(loader, world, 2)
    let late = load(loader, world, 3)
    loader.cancel(early)
    world.answer(0)
    loader.cancel(late)
    loader.cancel(late)
    world.runMain()
    loader.cancel(early)
    XCTAssertEqual(world.log, ["2 ok main"])
    XCTAssertEqual(world.stopped, [])
  }

  func testTheTransferStopsWhenTheLastLeavesAndTheNextInheritsNothing() {
    let world = CallbackWorld()
    let loader = world.makeLoader()
    let first = load(loader, world, 1)
    let second = load(loader, world, 2)
    loader.cancel(first)
    XCTAssertEqual(world.stopped, [])
    loader.cancel(second)
    XCTAssertEqual(world.stopped, [0])
    load(loader, world, 3)
    XCTAssertEqual(world.asked.count, 2)
    // The stopped transfer answers all the same: nobody hears it, least of all the new caller.
    world.answer(0, .failure(CallbackWorld.Failure()))
    world.runMain()
    XCTAssertEqual(world.log, [])
    world.answer(1)
    world.runMain()
    XCTAssertEqual(world.log, ["3 ok main"])
  }

  func testTheItemIsHandedBack() {
    let world = CallbackWorld()
    let loader = world.makeLoader()
    loader.load(url, for: "a") { item, _ in world.note(item) }
    loader.load(url, for: 4) { item, _ in world.note("\(item + 1)") }
    world.answer(0)
    world.runMain()
    XCTAssertEqual(world.log, ["a", "5"])
  }

  func testNothingIsHeldOnceAllIsOver() {
    let world = CallbackWorld()
    weak var probe: Probe?
    weak var former: CompletionLoader?
    do {
      let loader = world.makeLoader()
      former = loader
      let held = Probe()
      probe = held
      loader.load(url, for: 1) { _, _ in _ = held }
      loader.cancel(loader.load(HeldLoads.key(8).url, for: 2) { _, _ in _ = held })
      world.answer(0)
    }
    world.runMain()
    world.forgetAnswers()
    XCTAssertNil(probe)
    XCTAssertNil(former)
  }

  @discardableResult
  private func load(
    _ loader: CompletionLoader, _ world: CallbackWorld, _ caller: Int, _ url: URL? = nil
  ) -> CompletionLoader.Ticket {
    loader.load(url ?? self.url, for: caller) { caller, outcome in
      let word = if case .success = outcome { "ok" } else { "failed" }
      world.note("\(caller) \(word)\(world.isOnMain ? " main" : "")")
    }
  }
}

private final class Probe: Sendable {}

/// Tickets by caller, for completions that cancel others. Unchecked: one thread uses them.
private final class Tickets: @unchecked Sendable {
  private var tickets: [Int: CompletionLoader.Ticket] = [:]

  func add(_ caller: Int, _ ticket: CompletionLoader.Ticket) { tickets[caller] = ticket }

  subscript(caller: Int) -> CompletionLoader.Ticket? { tickets[caller] }
}
