import Simulation
import SimulatedPhone
import SwipesMustNotBeLostSolution
import Vocabulary
import XCTest

/// The app ends at every step of the disk, and whatever was not flushed is lost in each way.
final class OutboxEndTests: XCTestCase {
  private let backend = SwipeBackend()

  private static func outbox(_ disk: SimulatedDisk, _ server: SwipeServer) -> Outbox {
    Outbox(files: disk, server: server) { failures, error in
      if failures > 3 || disk.hasEnded { throw error }
    }
  }

  /// Adds, and notes what the user has been told.
  private static func add(
    _ number: Int, _ outbox: Outbox, _ disk: SimulatedDisk, _ trial: DiskTrial
  ) async {
    let isShown = (try? await outbox.add(.like(number))) != nil
    // What comes after the end of the app is told to nobody.
    if !disk.hasEnded { trial.note("\(isShown ? "shown" : "failed") \(number)") }
  }

  /// Whether all that was shown counts, once, in order, and nothing that failed does.
  private static func check(
    _ disk: SimulatedDisk, _ trial: DiskTrial, _ server: SwipeServer, _ numbers: ClosedRange<Int>
  ) async throws -> [String] {
    disk.setCapacity(nil)
    let outbox = Self.outbox(disk, server)
    let heard = Heard<SwipeAnswer>()
    await outbox.listen(heard.hear)
    await outbox.drain()
    let counted = server.book.carriedOut.map(\.card)
    var complaints: [String] = []
    if counted != counted.sorted() || Set(counted).count != counted.count {
      complaints.append("The server has \(counted).")
    }
    if !server.book.conflicts.isEmpty || !server.book.answers.allSatisfy(\.isStored) {
      complaints.append("The server refused \(server.book.answers).")
    }
    for number in numbers {
      let isCounted = counted.contains(number)
      if trial.hasNoted("shown \(number)"), !isCounted { complaints.append("\(number) is lost.") }
      if trial.hasNoted("failed \(number)"), isCounted { complaints.append("\(number) is back.") }
    }
    let told = trial.notes.filter { $0.hasPrefix("told") }.count
    let answered = heard.all.count
    let (least, most) = (counted.count, counted.count + 1)
    if !(least...most).contains(told + answered) {
      complaints.append("\(told) were told, then \(answered), of \(counted.count).")
    }
    // And the next launch finds nothing to do.
    let next = Outbox(files: disk.relaunched(.nothing), server: server)
    let left = try await next.pending()
    if !left.isEmpty { complaints.append("\(left) are left.") }
    let last = try await next.last()
    if last?.card != counted.last { complaints.append("The last one is \(last as Any).") }
    return complaints
  }

  private func trials(
    _ mishaps: [DiskMishap.Kind] = DiskMishap.Kind.ends, earlier: Int = 0,
    script: @escaping SwipeServer.Script = { $0.number.isMultiple(of: 3) ? .broken : .answered },
    line: UInt = #line
  ) {
    let backend = backend
    let trials = DiskTrials(
      mishaps: mishaps, survivals: [.nothing, .half, .everything, .random(1)],
      makeDisk: { SimulatedDisk($0, blockSize: 16, timing: .none) })
    let numbers = 1...(earlier + 4)
    let report = trials.run { disk, trial in
      backend.start(trial.simulation, script: script)
      guard earlier > 0 else { return }
      let outbox = Self.outbox(disk, try backend.get())
      await outbox.listen { trial.note("told \($0.operation.card)") }
      for number in 1...earlier {
        await Self.add(number, outbox, disk, trial)
        await outbox.drain()
      }
    } _: { disk, trial in
      let outbox = Self.outbox(disk, try backend.get())
      await outbox.listen { answer in
        if !disk.hasEnded { trial.note("told \(answer.operation.card)") }
      }
      for number in numbers.suffix(2) { await Self.add(number - 2, outbox, disk, trial) }
      async let drain: Void = outbox.drain()
      for number in numbers.suffix(2) { await Self.add(number, outbox, disk, trial) }
      _ = await drain
      await outbox.drain()
    } after: { disk, trial in
      try await Self.check(disk, trial, try backend.get(), numbers)
    }
    XCTAssertTrue(report.isSound, "\(report)", line: line)
  }

  func testTheAppEndsAtEachStep() { trials() }

  /// The log of 20 earlier swipes has 60 lines, so a fresh one comes in between.
  func testTheAppEndsAtEachStepOfAFreshLog() { trials(earlier: 20) }

  func testTheDiskIsFullFromEachStepOn() { trials([.full]) }

  func testTheDiskIsFullFromEachStepOfAFreshLogOn() { trials([.full], earlier: 20) }

  /// After a failure, at each step on the way to a sound log.
  func testTheAppEndsWhileTheDiskIsFull() {
    let backend = backend
    let trials = DiskTrials(
      survivals: [.nothing, .half, .everything, .random(1)],
      makeDisk: { SimulatedDisk($0, blockSize: 16, timing: .none) })
    let report = trials.run { _, trial in
      backend.start(trial.simulation)
    } _: { disk, trial in
      let files = StubbornFiles(disk)
      let outbox = Outbox(files: files, server: try backend.get())
      await outbox.listen { answer in
        if !disk.hasEnded { trial.note("told \(answer.operation.card)") }
      }
      await Self.add(1, outbox, disk, trial)
      files.fail([.flush])
      await Self.add(2, outbox, disk, trial)
      files.fail([])
      disk.fill()
      await Self.add(3, outbox, disk, trial)
      await outbox.drain()
      disk.setCapacity(nil)
      await Self.add(4, outbox, disk, trial)
      disk.fill()
      await Self.add(5, outbox, disk, trial)
      disk.setCapacity(nil)
      await outbox.drain()
      await Self.add(6, outbox, disk, trial)
    } after: { disk, trial in
      try await Self.check(disk, trial, try backend.get(), 1...6)
    }
    XCTAssertTrue(report.isSound, "\(report)")
  }
}

extension SwipeAnswer {
  fileprivate var isStored: Bool {
    if case .swipe(_, .stored) = self { true } else { false }
  }
}
