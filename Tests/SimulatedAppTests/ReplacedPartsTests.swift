import ActorReentrancyDuplicateSolution
import HowMuchMemorySolution
import ReferencePipeline
import SimulatedApp
import SimulatedPhone
import TenCellsOneAvatarSolution
import TwoGBPhoneSolution
import Vocabulary
import XCTest

/// A candidate's part in the complete pipeline, sent through a fling.
final class ReplacedPartsTests: XCTestCase {
  private let scenario = Scenario(rows: 120, network: .wifi)

  func testALoaderOfOnesOwnSurvivesTheFling() throws {
    var parts = AppParts()
    parts.pictures = { pipeline in
      SharedPictures(over: pipeline) { load in AvatarLoader(load: load) }
    }
    let numbers = try scenario.run(replacing: parts).numbers
    XCTAssertEqual(numbers.blankAtEnd, 0)
    XCTAssertEqual(numbers.drawViolations, 0)
    XCTAssertEqual(numbers.unfinished, 0)
    XCTAssertEqual(numbers.heldAtEnd, 0)
  }

  func testALoaderThatKeepsPicturesIsSeen() throws {
    var parts = AppParts()
    parts.pictures = { pipeline in
      SharedPictures(over: pipeline) { KeepingLoader(load: $0) }
    }
    XCTAssertGreaterThan(try scenario.run(replacing: parts).numbers.heldAtEnd, 0)
  }

  func testACacheOfOnesOwnStandsBeforeTheNetwork() throws {
    var requests: [Bool: Int] = [:]
    for isKept in [true, false] {
      var parts = AppParts()
      parts.configure = { configuration in
        configuration.memoryBytes = 0
        configuration.diskBytes = 0
      }
      if isKept {
        parts.transport = { network in
          KeptDownloads(over: network) { download in
            let cache = DownloadCache(limit: 4, download: download)
            return { url in try await cache.image(for: url) }
          }
        }
      }
      var scenario = scenario
      scenario.script = GestureScript(.back, rows: 120, network: .wifi)
      let numbers = try scenario.run(replacing: parts).numbers
      XCTAssertEqual(numbers.blankAtEnd, 0)
      XCTAssertEqual(numbers.drawViolations, 0)
      requests[isKept] = numbers.requests
    }
    XCTAssertLessThanOrEqual(requests[true] ?? .max, 120)
    XCTAssertGreaterThan(requests[false] ?? 0, requests[true] ?? .max)
  }

  func testAMemoryTierOfOnesOwnServesHits() throws {
    var parts = AppParts()
    let script = GestureScript(.back, rows: 60, network: .wifi)
    parts.configure = { $0.memoryBytes = 0 }
    parts.pictures = { HeldPictures(over: $0, memory: MemoryTier(budget: 64 << 20)) }
    var scenario = scenario
    scenario.script = script
    let numbers = try scenario.run(replacing: parts).numbers
    XCTAssertEqual(numbers.blankAtEnd, 0)
    XCTAssertEqual(numbers.drawViolations, 0)
  }

  func testAnAnswerToPressureOfOnesOwnHearsTheSignalsAndTakesThePlaceOfTheTier() throws {
    let script = GestureScript(
      name: "there and back",
      [
        .fling(rows: 40, over: .seconds(4)), .fling(rows: -40, over: .seconds(4)), .warning,
        .jump(row: 80), .warning,
      ])
    var scenario = scenario
    scenario.script = script
    let usual = try scenario.run().numbers
    var parts = AppParts()
    parts.makeRelief = { PressureRelief($0) }
    let own = try scenario.run(replacing: parts).numbers
    XCTAssertEqual(own.blankAtEnd, 0)
    XCTAssertEqual(own.drawViolations, 0)
    XCTAssertEqual(own.unfinished, 0)
    XCTAssertEqual(own.budget, usual.budget)
    XCTAssertEqual(own.memorySignals, usual.memorySignals)
    // The tier stands before the pipeline, which does not see its hits.
    XCTAssertLessThan(own.requested, usual.requested)

    parts.makeRelief = { CarelessRelief($0) }
    let careless = try scenario.run(replacing: parts).numbers
    XCTAssertGreaterThan(careless.blankAtEnd, 0, "loads of visible rows were stopped")
  }

  func testACellThatDrawsTheWrongPictureIsSeen() throws {
    var parts = AppParts()
    parts.makeCell = { pictures in CarelessCell(KindLoader(pictures)) }
    var scenario = scenario
    scenario.script = GestureScript(.back, rows: 120, network: .umts)
    scenario.network = .umts
    XCTAssertGreaterThan(try scenario.run(replacing: parts).numbers.drawViolations, 0)
  }
}

/// Keeps each picture that it has loaded.
private actor KeepingLoader: ImageLoading {
  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private var pictures: [ImageKey: Bitmap] = [:]

  init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) { self.load = load }

  func image(for key: ImageKey) async throws -> Bitmap {
    let picture = try await load(key)
    pictures[key] = picture
    return picture
  }
}

/// Draws whatever comes, for whomever it was.
@MainActor
private final class CarelessCell: ImageShowing {
  private let loads: KindLoader
  private(set) var drawn: Bitmap?

  init(_ loads: KindLoader) {
    self.loads = loads
  }

  func bind(_ key: ImageKey?) {
    guard let key else { return }
    Task { drawn = try? await loads.image(for: key) }
  }

  func prepareForReuse() {}
}

/// Stops what the user waits for.
private struct CarelessRelief: PressureRelieving {
  private let holdings: any PictureHolding

  init(_ holdings: any PictureHolding) {
    self.holdings = holdings
  }

  func respond(to signal: MemorySignal) {
    holdings.stopLoads(.visible)
    holdings.memory.trim(toBytes: 0)
    holdings.removeFiles()
  }

  func image(for key: ImageKey) -> Bitmap? { holdings.memory.image(for: key) }
  func show(_ image: Bitmap, for key: ImageKey) {}
  func hide(_ key: ImageKey) {}
}
