import DecodeOffMainSolution
import Foundation
import Simulation
import Vocabulary
import XCTest

final class DecodeOffMainTests: XCTestCase {
  /// Takes ten milliseconds of virtual time for each picture.
  private struct ToyDecoder: ImageDecoding {
    let clock: SimulatedClock
    var running = BytesToys.Tally()
    var worst = BytesToys.Log()
    var log = BytesToys.Log()

    func properties(of image: EncodedImage) throws(ImageDecodingError) -> ImageProperties {
      throw .notAnImage
    }

    func decode(_ image: EncodedImage, maxPixelSize: Int) async throws -> Bitmap {
      log.add("\(maxPixelSize)")
      if running.add() > 3 { worst.add("\(maxPixelSize)") }
      defer { running.add(-1) }
      try await clock.sleep(for: .milliseconds(10))
      guard image.byteCount > 0 else { throw ImageDecodingError.empty }
      return BytesToys.picture(width: maxPixelSize, height: 1)
    }
  }

  private let bytes = EncodedImage(Data("picture".utf8))

  // MARK: One picture

  /// Says on which thread it ran.
  private struct ThreadDecoder: ImageDecoding {
    let log: BytesToys.Log

    func properties(of image: EncodedImage) throws(ImageDecodingError) -> ImageProperties {
      throw .notAnImage
    }

    func decode(_ image: EncodedImage, maxPixelSize: Int) async throws -> Bitmap {
      note()
      return BytesToys.picture(width: maxPixelSize, height: 1)
    }

    private func note() {
      log.add(Thread.isMainThread ? "main" : "elsewhere")
    }
  }

  /// On real threads, where the main actor is a thread of its own.
  func testNoDecodeRunsOnTheMainActorAlsoWhereItIsAskedForThere() async throws {
    let log = BytesToys.Log()
    let pictures = ReadyPictures(decoder: ThreadDecoder(log: log))
    let bytes = bytes
    let onMain = Task { @MainActor in
      for size in 1...20 { _ = try await pictures.picture(from: bytes, maxPixelSize: size) }
    }
    try await onMain.value
    XCTAssertEqual(log.all, Array(repeating: "elsewhere", count: 20))
  }

  func testTheVeryPictureOfTheDecoderIsHandedOver() throws {
    struct Fixed: ImageDecoding {
      let picture: Bitmap
      func properties(of image: EncodedImage) throws(ImageDecodingError) -> ImageProperties {
        throw .notAnImage
      }
      func decode(_ image: EncodedImage, maxPixelSize: Int) async throws -> Bitmap { picture }
    }
    let picture = BytesToys.picture(blocks: 1)
    let pictures = ReadyPictures(decoder: Fixed(picture: picture))
    let bytes = bytes
    let run = Simulation().run { try await pictures.picture(from: bytes, maxPixelSize: 9) }
    XCTAssertTrue(try run.get() === picture)
  }

  // MARK: Side by side

  func testAtMostThatManyDecodeSideBySideInTheOrderOfTheCalls() throws {
    let simulation = Simulation()
    let decoder = ToyDecoder(clock: simulation.clock)
    let pictures = ReadyPictures(decoder: decoder, width: 3)
    let bytes = bytes
    let run = simulation.run {
      let tasks = (1...10).map { size in
        Task { try await pictures.picture(from: bytes, maxPixelSize: size) }
      }
      for (size, task) in zip(1...10, tasks) {
        let width = try await task.value.size.width
        XCTAssertEqual(width, size)
      }
    }
    try run.get()
    XCTAssertEqual(decoder.worst.all, [])
    XCTAssertEqual(decoder.log.all, (1...10).map(String.init))
    XCTAssertEqual(run.elapsed, .milliseconds(40), "three at a time, and never fewer")
    XCTAssertTrue(run.leftovers.isEmpty)
  }

  func testFailuresAndCancelledCallersPassTheirTurnOnInAnyOrder() throws {
    for hops in ActorHops.allCases {
      for seed in UInt64(0)..<100 {
        let simulation = Simulation(schedule: .shuffled(seed), hops: hops)
        let decoder = ToyDecoder(clock: simulation.clock)
        let pictures = ReadyPictures(decoder: decoder, width: 3)
        let bytes = bytes
        let run = simulation.run {
          let tasks = (0..<30).map { number in
            Task {
              try await pictures.picture(
                from: number % 5 == 1 ? EncodedImage(Data()) : bytes, maxPixelSize: number + 1)
            }
          }
          if seed % 2 == 0 { try await simulation.clock.sleep(for: .milliseconds(15)) }
          for number in stride(from: 0, to: 30, by: 4) { tasks[number].cancel() }
          for (number, task) in tasks.enumerated() {
            do {
              _ = try await task.value
              XCTAssertNotEqual(number % 5, 1)
            } catch is CancellationError {
              XCTAssertEqual(number % 4, 0)
            } catch {
              XCTAssertEqual(error as? ImageDecodingError, .empty)
              XCTAssertEqual(number % 5, 1)
            }
          }
          _ = try await pictures.picture(from: bytes, maxPixelSize: 1)
        }
        try run.get()
        XCTAssertEqual(decoder.worst.all, [])
        XCTAssertEqual(decoder.running.value, 0)
        XCTAssertTrue(run.leftovers.isEmpty)
      }
    }
  }

  func testACancelledCallerThatWaitsLeavesAtOnceAndIsNotDecoded() throws {
    let simulation = Simulation()
    let decoder = ToyDecoder(clock: simulation.clock)
    let pictures = ReadyPictures(decoder: decoder, width: 0)
    let bytes = bytes
    let run = simulation.run {
      let first = Task { try await pictures.picture(from: bytes, maxPixelSize: 1) }
      try await simulation.untilQuiet()
      let second = Task { try await pictures.picture(from: bytes, maxPixelSize: 2) }
      try await simulation.untilQuiet()
      second.cancel()
      _ = await second.result
      XCTAssertEqual(simulation.clock.now.offset, .zero)
      _ = try await first.value
    }
    try run.get()
    XCTAssertEqual(decoder.log.all, ["1"])
    XCTAssertEqual(pictures.width, 1)
  }

  // MARK: The window

  @MainActor
  func testADocumentOfFortyPicturesDecodesItsWindowOnly() throws {
    let simulation = Simulation()
    let log = BytesToys.Log()
    let run = simulation.run { @MainActor in
      let arrivals = BytesToys.Log()
      let window = PictureWindow(
        count: 40, margin: 1,
        load: { number in
          log.add("\(number)")
          try await simulation.clock.sleep(for: .milliseconds(10))
          return BytesToys.picture(width: number + 1, height: 1)
        }, onArrival: { arrivals.add("\($0)") })
      window.show(0..<3)
      try await simulation.clock.sleep(for: .milliseconds(20))
      XCTAssertEqual(window.pictures.keys.sorted(), [0, 1, 2, 3])
      XCTAssertEqual(arrivals.all.count, 4)
      window.show(2..<5)
      try await simulation.clock.sleep(for: .milliseconds(20))
      XCTAssertEqual(window.pictures.keys.sorted(), [1, 2, 3, 4, 5])
      window.show(38..<99)
      XCTAssertEqual(window.pictures.count, 0, "what is out of the window is dropped at once")
      try await simulation.clock.sleep(for: .milliseconds(20))
      XCTAssertEqual(window.pictures.keys.sorted(), [37, 38, 39])
      XCTAssertEqual(window.pictures[39]?.size.width, 40)
      window.show(50..<50)
      XCTAssertEqual(window.pictures.count, 0)
    }
    try run.get()
    XCTAssertEqual(
      log.all.compactMap(Int.init).sorted(), [0, 1, 2, 3, 4, 5, 37, 38, 39])
    XCTAssertEqual(Array(log.all.prefix(4)), ["0", "1", "2", "3"])
  }

  @MainActor
  func testAFastScrollEndsWithTheLastWindowInAnyOrder() throws {
    for seed in UInt64(0)..<100 {
      let simulation = Simulation(schedule: .shuffled(seed))
      let alive = BytesToys.Tally()
      let run = simulation.run { @MainActor in
        var window: PictureWindow? = PictureWindow(count: 40, margin: 0) { number in
          // Comes too late for its cancellation every other time.
          if number % 2 == 0 {
            try await simulation.clock.sleep(for: .milliseconds(3))
          } else {
            await Task { try? await simulation.clock.sleep(for: .milliseconds(3)) }.value
          }
          if number == 21 { throw BytesToyError() }
          alive.add()
          return BytesToys.picture(blocks: 1) { alive.add(-1) }
        }
        for start in [0, 10, 20, 0, 20, 18] {
          window?.show(start..<(start + 4))
          try await simulation.clock.sleep(for: .milliseconds(Int(seed % 3)))
        }
        try await simulation.clock.sleep(for: .milliseconds(9))
        XCTAssertEqual(window?.pictures.keys.sorted(), [18, 19, 20])
        XCTAssertEqual(window?.failures.keys.sorted(), [21])
        XCTAssertEqual(alive.value, 3, "no picture of a row that left is held")
        window?.show(0..<4)
        window = nil
      }
      try run.get()
      XCTAssertTrue(run.leftovers.waits.allSatisfy { $0.description.contains("clock") })
      XCTAssertEqual(alive.value, 0)
    }
  }
}
