import Grading
import Simulation
import SuiteParts
import TenCellsOneAvatarSolution
import Vocabulary
import XCTest

final class SharedLoadPromisesTests: SuitePartsTestCase {
  private typealias Promise = @Sendable (SharedLoadPromises) async throws -> Void

  private static let all: [Promise] = [
    { try await $0.pictureReachesAll(3, but: 1) },
    { try await $0.failureReachesAll(4, but: 1) },
    { try await $0.freshAfterFailure() },
    { try await $0.freshAfterSuccess() },
    { try await $0.ownCancellationIsAFailure(2) },
    { try await $0.addressesAreApart() },
    { try await $0.releases(2) },
  ]

  /// The finding of each promise, in order.
  private func findings(
    _ makeLoader: @escaping SharedLoadPromises.MakeLoader
  ) -> [String?] {
    Self.all.map { promise in
      finding { try await promise(SharedLoadPromises(in: $0, makeLoader: makeLoader)) }?.got
    }
  }

  func testARightLoaderKeepsThem() {
    XCTAssertEqual(findings { AvatarLoader(load: $0) }, Self.all.map { _ in nil })
  }

  func testALoaderThatSharesNothingIsCaught() {
    XCTAssertEqual(
      findings { NothingShared(load: $0) },
      [
        "2 of them do, after 3 loads", "it reaches 3, after 4 loads", nil, nil,
        "it reaches 1, after 2 loads", nil, nil,
      ])
  }

  func testALoaderThatKeepsOutcomesIsCaught() {
    XCTAssertEqual(
      findings { OutcomeKept(load: $0) },
      [
        nil, nil, "it gets the old failure, or no picture", "1 load and 3 pictures",
        "it gets the old error, or no picture", nil, "the loader holds it still",
      ])
  }
}

/// Each caller pays for a load of its own.
private struct NothingShared: ImageLoading {
  let load: @Sendable (ImageKey) async throws -> Bitmap

  func image(for key: ImageKey) async throws -> Bitmap { try await load(key) }
}

/// The outcome of the first load is that of all calls to come.
private actor OutcomeKept: ImageLoading {
  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private var tasks: [ImageKey: Task<Bitmap, any Error>] = [:]

  init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) { self.load = load }

  func image(for key: ImageKey) async throws -> Bitmap {
    let task = tasks[key] ?? Task { try await load(key) }
    tasks[key] = task
    return try await task.value
  }
}
