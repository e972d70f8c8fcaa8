import Simulation
import SimulatedPhone
import SwipesMustNotBeLostSolution
import Vocabulary
import XCTest

/// Names that changed though the call failed, as where the folder could not be flushed.
final class OutboxRenameTests: XCTestCase {
  private static func outbox(_ files: any FileStoring, _ server: SwipeServer) -> Outbox {
    Outbox(files: files, server: server)
  }

  /// The fresh log is shorter than the one that the outbox had measured.
  func testWhatFailedAfterAFreshLogThatSeemedToFailNeverCounts() throws {
    let simulation = Simulation()
    let disk = SimulatedDisk(simulation, timing: .none)
    let run = simulation.run {
      let (files, server) = (StubbornFiles(disk), SwipeServer(simulation, latency: .zero))
      let outbox = Self.outbox(files, server)
      await outbox.listen { _ in }
      files.failToRenameLate()
      var number = 0
      while disk.count(of: .rename) == 0, number < 100 {
        number += 1
        try await outbox.add(.like(number))
        await outbox.drain()
      }
      files.failToRenameLate(false)
      files.fail([.flush])
      let failed = (try? await outbox.add(.like(1_000))) == nil
      let next = Self.outbox(disk.relaunched(.everything), server)
      return (number, failed, try await next.pending())
    }
    let (number, failed, pending) = try run.get()
    XCTAssertLessThan(number, 100)
    XCTAssertTrue(failed)
    XCTAssertEqual(pending, [])
  }

  /// What was set aside first, and seemed not to be, says less than what was set aside later.
  func testALogThatSeemedNotToBeSetAsideNeverComesBack() throws {
    let simulation = Simulation()
    let disk = SimulatedDisk(simulation, timing: .none)
    let run = simulation.run {
      let (files, server) = (StubbornFiles(disk), SwipeServer(simulation))
      let outbox = Self.outbox(files, server)
      try await outbox.add(.like(1))
      files.fail([.flush])
      files.failToRenameLate()
      let first = (try? await outbox.add(.like(2))) == nil
      files.failToRenameLate(false)
      files.fail([])
      try await outbox.add(.like(3))
      files.fail([.flush])
      let second = (try? await outbox.add(.like(4))) == nil
      let next = Self.outbox(disk.relaunched(.everything), server)
      return (first, second, try await next.pending())
    }
    let (first, second, pending) = try run.get()
    XCTAssertTrue(first)
    XCTAssertTrue(second)
    XCTAssertEqual(pending, [.like(1), .like(3)])
  }
}
