import SimulatedPhone
import Simulation
import Synchronization
import Vocabulary
import XCTest

final class SimulatedDeviceTests: XCTestCase {
  private static let limits = MemoryLimits(limit: 1_000, baseline: 100)

  func testALedgerEndsWithThePicturesThatItCounts() throws {
    let device = SimulatedDevice(.phone2GB, simulation: Simulation())
    let photo = SyntheticPhoto(id: 1, size: PixelSize(width: 360, height: 270))
    var pictures = (0..<60).map { _ in photo.picture(lifetime: device.charge(518_400)) }
    XCTAssertEqual(device.liveBytes, 60 * 518_400)
    pictures.removeLast(59)
    XCTAssertEqual(device.liveBytes, 518_400)
    pictures = []
    XCTAssertEqual(device.liveBytes, 0)
    XCTAssertEqual(device.footprint, device.limits.baseline)
    XCTAssertEqual(device.highWaterMark, device.limits.baseline + 60 * 518_400)
  }

  func testAChargeCanGrowAndShrink() {
    let device = SimulatedDevice(.phone2GB, simulation: Simulation())
    let charge = device.charge(-1)
    for bytes in [0, 500, 20, 20, 0, 7] {
      charge.resize(to: bytes)
      XCTAssertEqual(device.liveBytes, bytes)
      XCTAssertEqual(charge.byteCount, bytes)
    }
    charge.resize(to: -3)
    XCTAssertEqual(device.liveBytes, 0)
  }

  func testTheAppIsTerminatedOnceAndGoesOn() throws {
    let world = World()
    let run = world.simulation.run {
      try await world.simulation.clock.sleep(for: .seconds(2))
      let first = world.device.charge(901)
      let second = world.device.charge(901)
      XCTAssertEqual(world.device.appState, .terminated)
      XCTAssertEqual(first.byteCount + second.byteCount, 1_802)
      world.device.enterForeground()
      world.device.enterBackground()
      world.device.reclaimMemory()
    }
    try run.get()
    XCTAssertEqual(
      world.device.terminations,
      [Termination(instant: .init(.seconds(2)), reason: .limit, footprint: 1_001)])
    XCTAssertEqual(world.device.liveBytes, 0)
  }

  func testALaunchStartsFromNothing() throws {
    let world = World()
    let old = world.device.charge(950)
    world.device.relaunch()
    XCTAssertEqual(world.device.appState, .foreground)
    XCTAssertEqual(world.device.liveBytes, 0)
    let new = world.device.charge(950)
    old.resize(to: 2_000)
    XCTAssertEqual(world.device.liveBytes, 950)
    XCTAssertEqual(world.device.terminations.count, 2)
    XCTAssertEqual(new.byteCount, 950)
  }

  func testSignalsAreToldInOrderOnTheMainActorBeforeTimeMovesOn() throws {
    for seed in 0..<100 as Range<UInt64> {
      let world = World(.shuffled(seed))
      let heard = Heard()
      let run = world.simulation.run {
        let first = world.device.onMemorySignal { signal in
          MainActor.assertIsolated()
          heard.add("first \(signal)")
        }
        let second = world.device.onMemorySignal { heard.add("second \($0)") }
        let charge = world.device.charge(850)
        XCTAssertEqual(heard.all, [], "told while the code that caused it still ran")
        charge.resize(to: 0)
        world.device.enterDeepBackground()
        try await world.simulation.untilQuiet()
        withExtendedLifetime((first, second)) {}
      }
      try run.get()
      XCTAssertEqual(
        heard.all,
        MemorySignal.allCases.flatMap { ["first \($0)", "second \($0)"] })
      XCTAssertTrue(run.leftovers.isEmpty)
    }
  }

  func testWhatTheAppDoesWhileItIsToldIsRecorded() throws {
    let world = World()
    let run = world.simulation.run {
      let cache = Cache()
      let subscription = world.device.onMemorySignal { _ in
        XCTAssertTrue(world.device.isTelling)
        cache.empty()
        _ = world.device.charge(40)
      }
      cache.fill(world.device, bytes: 700)
      try await world.simulation.clock.sleep(for: .seconds(1))
      withExtendedLifetime(subscription) {}
    }
    try run.get()
    XCTAssertFalse(world.device.isTelling)
    XCTAssertEqual(world.device.signals.map(\.signal), [.warning])
    XCTAssertEqual(world.device.signals.map(\.footprintBefore), [800])
    XCTAssertEqual(world.device.signals.map(\.footprintAfter), [100])
    XCTAssertEqual(world.device.signals.map(\.chargedMeanwhile), [40])
    XCTAssertEqual(world.device.signals.map(\.toldAt), [.zero])
  }

  func testASubscriptionEndsWithItsObject() throws {
    let world = World()
    let heard = Heard()
    let run = world.simulation.run {
      let kept = world.device.onMemorySignal { heard.add("kept \($0)") }
      _ = world.device.onMemorySignal { heard.add("dropped \($0)") }
      let cancelled = world.device.onMemorySignal { heard.add("cancelled \($0)") }
      cancelled.cancel()
      cancelled.cancel()
      world.device.enterBackground()
      try await world.simulation.untilQuiet()
      withExtendedLifetime(kept) {}
    }
    try run.get()
    XCTAssertEqual(heard.all, ["kept hidden"])
  }

  func testASubscriberMayCancelAnotherWhileItIsTold() throws {
    let world = World()
    let heard = Heard()
    let run = world.simulation.run {
      let other = Mutexed<MemorySubscription?>(nil)
      let first = world.device.onMemorySignal { _ in
        heard.add("first")
        other.set(nil)
      }
      other.set(world.device.onMemorySignal { _ in heard.add("second") })
      world.device.enterBackground()
      try await world.simulation.untilQuiet()
      withExtendedLifetime(first) {}
    }
    try run.get()
    XCTAssertEqual(heard.all, ["first"])
  }

  func testATerminatedAppHearsNothing() throws {
    let world = World()
    let heard = Heard()
    let run = world.simulation.run {
      let subscription = world.device.onMemorySignal { heard.add("\($0)") }
      _ = world.device.charge(5_000)
      try await world.simulation.untilQuiet()
      world.device.enterBackground()
      try await world.simulation.untilQuiet()
      withExtendedLifetime(subscription) {}
    }
    try run.get()
    XCTAssertEqual(heard.all, [])
    XCTAssertEqual(world.device.terminations.map(\.reason), [.limit])
  }

  func testWithoutSubscribersSignalsAreOnlyRecorded() {
    let world = World()
    _ = world.device.charge(850)
    XCTAssertEqual(world.device.signals.map(\.signal), [.warning, .critical])
    XCTAssertEqual(world.device.signals.map(\.toldAt), [nil, nil])
  }

  func testADroppedSubscriberMayFreeMemoryAsItEnds() throws {
    let world = World()
    let run = world.simulation.run {
      let cache = Cache()
      cache.fill(world.device, bytes: 300)
      let subscription = world.device.onMemorySignal { _ in cache.empty() }
      withExtendedLifetime(subscription) {}
    }
    try run.get()
    XCTAssertEqual(world.device.liveBytes, 0)
    let cache = Cache()
    cache.fill(world.device, bytes: 300)
    let kept = world.device.onMemorySignal { _ in cache.empty() }
    world.device.relaunch()
    XCTAssertEqual(world.device.liveBytes, 0)
    kept.cancel()
  }

  func testAResetForgetsWhatWasAndKeepsWhatIs() {
    let world = World()
    let charge = world.device.charge(850)
    world.device.mainActor.spend(.seconds(1))
    charge.resize(to: 50)
    world.device.reset()
    XCTAssertEqual(world.device.liveBytes, 50)
    XCTAssertEqual(world.device.highWaterMark, 150)
    XCTAssertEqual(world.device.signals, [])
    XCTAssertEqual(world.device.mainActor.total, .zero)
  }

  private struct World: Sendable {
    let simulation: Simulation
    let device: SimulatedDevice

    init(_ schedule: Schedule = .inOrder) {
      simulation = Simulation(schedule: schedule)
      device = SimulatedDevice(
        .phone2GB, simulation: simulation, limits: SimulatedDeviceTests.limits)
    }
  }
}

/// What subscribers have heard, in order.
private final class Heard: Sendable {
  private let words = Mutex<[String]>([])
  var all: [String] { words.withLock { $0 } }
  func add(_ word: String) { words.withLock { $0.append(word) } }
}

private final class Mutexed<Value: Sendable>: Sendable {
  private let value: Mutex<Value>
  init(_ value: Value) { self.value = Mutex(value) }
  func set(_ new: Value) {
    let old = value.withLock { value in
      defer { value = new }
      return value
    }
    withExtendedLifetime(old) {}
  }
}

private final class Cache: Sendable {
  private let held = Mutexed<MemoryCharge?>(nil)
  func fill(_ device: SimulatedDevice, bytes: Int) { held.set(device.charge(bytes)) }
  func empty() { held.set(nil) }
}
