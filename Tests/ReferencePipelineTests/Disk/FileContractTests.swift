import Foundation
import ReferencePipeline
import Simulation
import SimulatedPhone
import XCTest

/// Both conformers of `FileStoring` keep the same rules.
final class FileContractTests: XCTestCase {
  func testTheSimulatedDiskKeepsEveryRule() throws {
    let schedules = [Schedule.inOrder] + (0..<20).map { .shuffled($0) }
    for rule in FileContract.all {
      for schedule in schedules {
        let simulation = Simulation(schedule: schedule)
        let disk = SimulatedDisk(simulation)
        let run = simulation.run { try await rule.check(disk) }
        XCTAssertEqual(try run.get(), [], "\(rule.name), \(schedule)")
        XCTAssertTrue(run.leftovers.isEmpty, "\(rule.name), \(schedule): \(run.leftovers)")
      }
    }
  }

  func testRealFilesKeepEveryRule() async throws {
    for rule in FileContract.all {
      let folder = TemporaryFolder()
      defer { folder.remove() }
      let complaints = try await rule.check(RealFiles(folder.url))
      XCTAssertEqual(complaints, [], rule.name)
    }
  }
}
