import Foundation
import Simulation
import SimulatedPhone
import SwipesMustNotBeLostSolution
import Vocabulary
import XCTest

/// The outbox and its folder.
final class OutboxLogTests: XCTestCase {
  private static func outbox(_ files: any FileStoring, _ server: SwipeServer) -> Outbox {
    Outbox(files: files, server: server)
  }

  /// Steps are counted, since time is anybody's.
  func testReopeningTakesTwoStepsHoweverMuchWaits() throws {
    for count in [10, 100_000] {
      let simulation = Simulation()
      let disk = SimulatedDisk(simulation, timing: .none)
      disk.place(
        try SwipeOperation.likes(1...count).reduce(into: Data()) { $0 += try $1.line },
        as: "outbox")
      let run = simulation.run {
        let server = SwipeServer(simulation, latency: .zero) { request in
          request.number <= 20 ? .answered : .broken
        }
        let outbox = Self.outbox(disk, server)
        let pending = try await outbox.pending()
        let opening = disk.steps.map(\.operation.kind)
        try await outbox.add(.like(count + 1))
        await outbox.listen { _ in }
        await outbox.drain()
        return (pending.count, pending.last, opening, disk.stepCount)
      }
      let (pending, last, opening, steps) = try run.get()
      XCTAssertEqual(pending, count)
      XCTAssertEqual(last, .like(count))
      XCTAssertEqual(opening, [.list, .read])
      // An append and a flush for the swipe; two and one for each answer.
      if count > 20 { XCTAssertEqual(steps, 2 + 2 + 20 * 3, "\(count)") }
    }
  }

  func testTheLogStaysShort() throws {
    let simulation = Simulation()
    let disk = SimulatedDisk(simulation, timing: .none)
    let run = simulation.run {
      let server = SwipeServer(simulation, latency: .zero)
      let outbox = Self.outbox(disk, server)
      await outbox.listen { _ in }
      var longest = 0
      for number in 1...1000 {
        try await outbox.add(.like(number))
        await outbox.drain()
        longest = max(longest, disk.files.reduce(0) { $0 + $1.byteCount })
      }
      return longest
    }
    XCTAssertLessThan(try run.get(), 70 * 150)
    // A fresh log of a few lines after each 60 or so.
    XCTAssertLessThan(disk.count(of: .write), 60)
    XCTAssertEqual(disk.files.map(\.name), ["outbox"])
  }

  func testEachFlippedByteCostsItsOwnLineAtMost() throws {
    let lines = try SwipeOperation.likes(1...3).map { try $0.line }
    let bytes = Data(lines.joined())
    for offset in bytes.indices {
      for bit in [0, 3, 7] {
        let simulation = Simulation()
        let disk = SimulatedDisk(simulation, timing: .none)
        disk.place(bytes, as: "outbox")
        disk.flip("outbox", at: offset, bit: bit)
        let run = simulation.run {
          let outbox = Self.outbox(disk, SwipeServer(simulation))
          try await outbox.add(.like(4))
          return try await Self.outbox(disk.relaunched(.nothing), SwipeServer(simulation)).pending()
        }
        let found = try run.get()
        let whole = SwipeOperation.likes(1...4)
        let hit = (0...2).first { offset < lines[...$0].reduce(0) { $0 + $1.count } }
        let damaged = whole.enumerated().filter { $0.offset != hit }.map(\.element)
        XCTAssertTrue(found == whole || found == damaged, "byte \(offset), bit \(bit): \(found)")
      }
    }
  }

  func testATornEndDoesNotSwallowTheNextLine() throws {
    let lines = try SwipeOperation.likes(1...2).map { try $0.line }
    let bytes = Data(lines.joined())
    for length in bytes.indices {
      let simulation = Simulation()
      let disk = SimulatedDisk(simulation, timing: .none)
      disk.place(bytes.prefix(length), as: "outbox")
      let run = simulation.run {
        let outbox = Self.outbox(disk, SwipeServer(simulation))
        try await outbox.add(.like(3))
        return try await Self.outbox(disk.relaunched(.nothing), SwipeServer(simulation)).pending()
      }
      let found = try run.get()
      XCTAssertEqual(found.last, .like(3), "\(length) bytes")
      // A line is whole without its last line end.
      let whole = length >= bytes.count - 1 ? 2 : length >= lines[0].count - 1 ? 1 : 0
      XCTAssertEqual(found.dropLast().map(\.card), Array(1..<(whole + 1)), "\(length) bytes")
    }
  }

  func testWhatFailedForWantOfSpaceNeverCountsAndSpaceMendsIt() throws {
    for survival in [DiskSurvival.nothing, .half, .everything] {
      let simulation = Simulation()
      let disk = SimulatedDisk(simulation, blockSize: 16, timing: .none)
      let run = simulation.run {
        let server = SwipeServer(simulation)
        let outbox = Self.outbox(disk, server)
        try await outbox.add(.like(1))
        disk.setCapacity(disk.allocatedByteCount + 32)
        var errors: [any Error] = []
        for number in 2...3 {
          do { try await outbox.add(.like(number)) } catch { errors.append(error) }
        }
        // The answer cannot be stored, so the swipe stays.
        await outbox.drain()
        let left = try await outbox.pending()
        let ended = disk.relaunched(survival)
        ended.setCapacity(nil)
        let next = Self.outbox(ended, server)
        try await next.add(.like(4))
        try await next.add(.like(3))
        await next.drain()
        return (errors.compactMap { $0 as? FileError }, left, server.book, ended.files.map(\.name))
      }
      let (errors, left, book, files) = try run.get()
      XCTAssertEqual(errors, [.noSpace, .noSpace])
      XCTAssertEqual(left, [.like(1)])
      XCTAssertEqual(book.counted.map(\.card), [1, 4, 3], "\(survival)")
      XCTAssertEqual(files, ["outbox"])
    }
  }

  func testAnEmptiedCachesFolderTakesNothing() throws {
    let simulation = Simulation()
    let (caches, support) = (SimulatedDisk(simulation), SimulatedDisk(simulation))
    let run = simulation.run {
      let outbox = Self.outbox(support, SwipeServer(simulation))
      try await outbox.add(.like(1))
      caches.empty()
      return try await Self.outbox(support.relaunched(.nothing), SwipeServer(simulation)).pending()
    }
    XCTAssertEqual(try run.get(), [.like(1)])
    XCTAssertEqual(caches.stepCount, 0)
  }

  /// Against the contract. What this launch knows is sent all the same, and the next one works.
  func testAnEmptiedFolderDoesNotJamIt() throws {
    for step in 1...24 {
      let simulation = Simulation()
      let disk = SimulatedDisk(simulation, timing: .none)
      disk.plan(DiskMishap(.emptied, atStep: step))
      let run = simulation.run {
        let server = SwipeServer(simulation)
        let outbox = Self.outbox(disk, server)
        await outbox.listen { _ in }
        var shown: [Int] = []
        for number in 1...4 {
          if (try? await outbox.add(.like(number))) != nil { shown.append(number) }
          if number == 2 { await outbox.drain() }
        }
        for _ in 0..<2 { await outbox.drain() }
        if (try? await outbox.add(.like(5))) == nil { try await outbox.add(.like(5)) }
        let next = Self.outbox(disk.relaunched(.nothing), server)
        return (shown, server.book.counted.map(\.card), try await next.pending())
      }
      let (shown, counted, pending) = try run.get()
      XCTAssertEqual(counted, shown, "step \(step)")
      XCTAssertEqual(pending, [.like(5)], "step \(step)")
    }
  }

  /// Either one makes a fresh log while the other has swipes that wait.
  func testTwoOutboxesInTurnLoseNothing() throws {
    for drained in [0, 1] {
      let simulation = Simulation()
      let disk = SimulatedDisk(simulation, timing: .none)
      let run = simulation.run {
        let server = SwipeServer(simulation, latency: .zero)
        let outboxes = [Self.outbox(disk, server), Self.outbox(disk, server)]
        for outbox in outboxes { await outbox.listen { _ in } }
        for number in 1...120 {
          try await outboxes[number % 2].add(.like(number))
          // The other one does without for a while.
          if number > 60 || number % 2 == drained { await outboxes[drained].drain() }
        }
        let next = Self.outbox(disk.relaunched(.nothing), server)
        await next.drain()
        return server.book.counted.map(\.card)
      }
      XCTAssertEqual(try run.get().sorted(), Array(1...120))
      XCTAssertGreaterThan(disk.count(of: .rename), 1)
    }
  }

  func testAFolderThatCannotBeReadIsNoEmptyOne() throws {
    let simulation = Simulation()
    let disk = SimulatedDisk(simulation, timing: .none)
    disk.place(try SwipeOperation.like(1).line, as: "outbox")
    let run = simulation.run {
      let (files, server) = (StubbornFiles(disk, failing: [.list]), SwipeServer(simulation))
      let outbox = Self.outbox(files, server)
      let early = (try? await outbox.add(.like(2))) != nil
      files.fail([.read])
      let second = (try? await outbox.pending()) != nil
      await outbox.drain()
      files.fail([])
      await outbox.drain()
      return (early, second, server.book.counted.map(\.card))
    }
    XCTAssertTrue(try run.get() == (false, false, [1]))
  }
}
