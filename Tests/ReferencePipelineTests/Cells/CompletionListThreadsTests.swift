import CompletionListSolution
import Dispatch
import Foundation
import Vocabulary
import Simulation
import XCTest

/// Real threads: to be run under ThreadSanitizer too.
final class CompletionListThreadsTests: XCTestCase {
  func testFourThreadsAtOnceAreOneTransfer() {
    for round in 0..<200 {
      let world = CallbackWorld()
      let loader = world.makeLoader()
      let url = HeldLoads.key(round % 100).url
      Race.run(4) { thread in
        loader.load(url, for: thread) { thread, _ in world.note("\(thread)") }
      }
      XCTAssertEqual(world.asked.count, 1)
      world.answer(0)
      world.runMain()
      XCTAssertEqual(Set(world.log), ["0", "1", "2", "3"])
      XCTAssertEqual(world.log.count, 4)
    }
  }

  func testWhileTransfersEndEveryURLIsTransferredOnce() {
    let world = CallbackWorld(answersAtOnce: true)
    let loader = world.makeLoader()
    let (threads, photos, calls) = (4, 100, 2000)
    Race.run(threads + 1) { thread in
      guard thread < threads else {
        // The main queue runs meanwhile.
        for _ in 0..<calls { world.runMain() }
        return
      }
      var numbers = SplitMix64(seed: UInt64(thread))
      for _ in 0..<calls {
        let photo = numbers.next(below: photos)
        loader.load(HeldLoads.key(photo).url, for: photo) { photo, outcome in
          let isRight = (try? outcome.get().shows(HeldLoads.key(photo))) == true
          world.note(isRight && world.isOnMain ? "right" : "wrong")
        }
      }
    }
    world.runMain()
    XCTAssertEqual(world.asked.count, Set(world.asked).count, "no URL twice")
    XCTAssertEqual(world.log.count, threads * calls)
    XCTAssertFalse(world.log.contains("wrong"))
    XCTAssertEqual(loader.waitingCount, 0)
  }

  func testCancellingFromAllThreadsLeavesNothingBehind() {
    let world = CallbackWorld()
    let loader = world.makeLoader()
    Race.run(6) { thread in
      var numbers = SplitMix64(seed: UInt64(thread))
      for call in 0..<1000 {
        switch thread {
        case 0: world.runMain()
        case 1:
          let asked = world.asked.count
          if asked > 0 { world.answer(numbers.next(below: asked)) }
        default:
          let photo = numbers.next(below: 5)
          let ticket = loader.load(HeldLoads.key(photo).url, for: call) { _, _ in
            world.note("called")
          }
          if numbers.next(below: 3) > 0 { loader.cancel(ticket) }
        }
        if call % 100 == 0 { world.cache.trim(toBytes: 0) }
      }
    }
    for number in world.asked.indices { world.answer(number) }
    world.runMain()
    XCTAssertEqual(loader.waitingCount, 0)
    XCTAssertLessThanOrEqual(world.log.count, 4000)
    XCTAssertEqual(Set(world.stopped).count, world.stopped.count, "nothing is stopped twice")
  }

  /// Whoever comes between two steps of another thread is played by a call out of that step.
  func testWhoComesDuringTheLookUpOrTheInsertStartsNoSecondTransfer() {
    for step in ProbedCache.Step.allCases {
      let world = CallbackWorld(answersAtOnce: true)
      let box = LoaderBox()
      let cache = ProbedCache(world.cache) { current in
        guard current == step else { return }
        let loader = box.loader
        box.loader = nil
        loader?.load(HeldLoads.key(7).url, for: 2) { _, _ in world.note("second") }
      }
      let loader = world.makeLoader(over: cache)
      box.loader = loader
      loader.load(HeldLoads.key(7).url, for: 1) { _, _ in world.note("first") }
      world.runMain()
      XCTAssertEqual(world.asked.count, 1, "during the \(step)")
      XCTAssertEqual(world.log, ["first", "second"], "during the \(step)")
    }
  }

  /// With the lock held, any of these calls of another thread would wait for ever.
  func testNothingIsCalledOutUnderTheLock() {
    let cache = KeptPictures()
    let jobs = CallbackWorld()
    let box = LoaderBox()
    let probe: @Sendable () -> Void = {
      let isFree = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        _ = box.loader?.waitingCount
        isFree.signal()
      }
      let isHeld = isFree.wait(timeout: .now() + 10) == .timedOut
      jobs.note(isHeld ? "held" : "free")
    }
    let loader = CompletionLoader(
      maxPixelSize: 360, cache: ProbedCache(cache, before: { _ in probe() }),
      transport: { _, answer in
        probe()
        answer(.success(EncodedImage(Data([7]))))
        return { probe() }
      },
      decode: { _, size in
        probe()
        return HeldLoads.picture(HeldLoads.key(7, size))
      },
      main: { job in
        probe()
        job()
      })
    box.loader = loader
    loader.load(HeldLoads.key(7).url, for: 1) { _, _ in probe() }
    XCTAssertEqual(jobs.log, Array(repeating: "free", count: 6))
    box.loader = nil
  }
}

/// The loader, for seams that are made before it. Unchecked: it is written before and after the
/// threads that read it.
private final class LoaderBox: @unchecked Sendable {
  var loader: CompletionLoader?
}
