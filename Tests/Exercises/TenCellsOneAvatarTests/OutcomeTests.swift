import Grading
import GradingXCTest
import Simulation
import SuiteParts
import TenCellsOneAvatar
import Vocabulary

/// The promises of *Ten cells, one avatar* on what comes of a load, and what stays of it.
final class OutcomeTests: GradedTestCase {
  private static func promises(in world: World) -> SharedLoadPromises {
    SharedLoadPromises(in: world) { AvatarLoader(load: $0) }
  }

  func testFailureReachesAll() throws {
    try grade(
      Check("failureReachesAll", "a failure reaches all ten", .core, needs: "oneLoad"),
      Lesson(
        trap: "One caller's failure, nine callers' luck",
        "the others wait for ever, or start the storm that the shared load was to prevent",
        say: "All who joined share the outcome, whether it is a picture or an error.")
    ) { world in
      try await Self.promises(in: world).failureReachesAll(10)
    }
  }

  func testFailureIsForgotten() throws {
    try grade(
      Check("failureIsForgotten", "after a failure the next call loads again", .core),
      Lesson(
        trap: "The failure is remembered",
        "one lost connection, and the photo cannot be shown again",
        say: "A load that is over leaves nothing behind, however it ended.")
    ) { world in
      try await Self.promises(in: world).freshAfterFailure()
    }
  }

  func testOwnCancellation() throws {
    try grade(
      Check(
        "ownCancellation", "a load that is cancelled from below has failed", .senior,
        needs: "failureReachesAll", "failureIsForgotten"),
      Lesson(
        trap: "A cancellation is not taken for an error",
        "an invalidated session ends the load with one, and the key stays in the table for ever",
        say: "A load is over however it ends: I take the entry away on every path.")
    ) { world in
      try await Self.promises(in: world).ownCancellationIsAFailure(2)
    }
  }

  func testFreshAfterSuccess() throws {
    try grade(
      Check("freshAfterSuccess", "after success nothing stays in flight", .core),
      Lesson(
        trap: "The table has become a cache",
        "it has no budget, and nobody can make it let go",
        say: "Work in flight and a cache are two things: the cache stands in front, with a budget.")
    ) { world in
      try await Self.promises(in: world).freshAfterSuccess()
    }
  }

  func testReleases() throws {
    try grade(
      Check("releases", "the loader keeps no picture that it has handed over", .core),
      Lesson(
        trap: "A finished task holds its picture",
        "memory grows with each photo that was ever loaded",
        say: "Decoded pictures are held by the memory tier, in bytes, and by nobody else.")
    ) { world in
      try await Self.promises(in: world).releases(1)
    }
  }
}
