public import Foundation

/// What grading says of one answer.
///
/// As JSON (``json()``), version 1 of the schema:
///
/// ```
/// {
///   "schemaVersion": 1,
///   "exercise": "TenCellsOneAvatar",
///   "verdict": "pass" | "fail" | "notStarted" | "didNotBuild",
///   "mistake": { "name": …, "title": …, "fails": [id, …] },     only where it is recognised
///   "words": "…",                                               only where it did not build
///   "notes": ["…"],                                             what was refused as evidence
///   "checks": [{
///     "check": { "id": …, "promise": …, "level": "core" | "senior" | "staff", "needs": [id, …] },
///     "verdict": "pass" | "fail" | "skipped" | "crashed" | "hung" | "overMemory",
///     "words": "…",                                             why it was skipped
///     "seconds": 0.04,
///     "finding": {
///       "kind": "expectation" | "error" | "deadlock" | …,       see ``Finding/Kind``
///       "expected": "…", "got": "…", "trap": { "name": …, "sentence": … }, "say": "…",
///       "seed": 41, "choices": [0, 2],                          only under a shuffled schedule
///       "timeline": {
///         "events": [{ "nanoseconds": 1000000, "lane": …, "what": …, "phase": "happens" }],
///         "mark": 3, "omittedBefore": 0, "omittedAfter": 0
///       }
///     }
///   }]
/// }
/// ```
///
/// What is optional is left out, never null. Keys may be added within a version; readers skip
/// those that they do not know.
public struct ExerciseReport: Codable, Hashable, Sendable {
  /// The version of the schema that this build writes and reads: 1.
  public static let schemaVersion = 1

  /// The version of the schema.
  public var schemaVersion: Int = Self.schemaVersion
  /// The name of the exercise.
  public var exercise: String
  /// The verdict on the answer: pass, fail, notStarted or didNotBuild.
  public var verdict: Verdict
  /// One entry for each check of the suite, in the suite's order.
  public var checks: [CheckReport]
  /// The known mistake whose checks are exactly those that failed; none where a check failed for
  /// real time or real threads, which says nothing of how the answer thinks.
  public var mistake: Mistake?
  /// What the compiler said.
  public var words: String?
  /// What a reader should know besides: evidence that was refused, checks that need unknown ones.
  public var notes: [String] = []

  /// The report of an answer that was run.
  ///
  /// A check passes where a believed record says so, none says otherwise, and everything that it
  /// needs passes. Nothing else counts: no exit status, no output.
  ///
  /// - Parameters:
  ///   - exercise: Its name.
  ///   - checks: Those that the suite listed before the answer ran; all of them are expected.
  ///   - evidence: What each process left. The same check may be in several, and the worst counts.
  ///   - mistakes: Those that are known.
  public init(
    _ exercise: String, checks: [Check], evidence: [Evidence], mistakes: [Mistake] = []
  ) {
    var assembly = Assembly(exercise: exercise, checks: checks, evidence: evidence)
    assembly.skipWhatNeedsMore()
    self.exercise = exercise
    self.checks = assembly.reports
    verdict =
      !assembly.reports.isEmpty && assembly.reports.allSatisfy { $0.verdict == .pass }
      ? .pass : .fail
    notes = assembly.notes
    let failures = assembly.reports.filter(\.verdict.isFailure)
    let failed = Set(failures.map(\.check.id))
    let known = mistakes.filter { $0.fails == failed }
    let isTold = failures.allSatisfy { ![.rawSleep, .foreignWork].contains($0.finding?.kind) }
    mistake = known.count == 1 && !failed.isEmpty && isTold ? known.first : nil
  }

  /// The report of an answer that was not run.
  ///
  /// - Parameters:
  ///   - exercise: Its name.
  ///   - checks: The checks of its suite.
  ///   - verdict: notStarted or didNotBuild.
  ///   - words: What the compiler said.
  public init(_ exercise: String, checks: [Check], notRun verdict: Verdict, words: String? = nil) {
    self.exercise = exercise
    self.verdict = verdict
    self.words = words
    let reason = verdict == .didNotBuild ? "the answer does not build" : "not started"
    self.checks = checks.map { CheckReport($0, .skipped, words: reason) }
  }

  /// How many checks pass.
  public var passed: Int { checks.count { $0.verdict == .pass } }

  /// The report as JSON, with sorted keys, the same to the byte for equal reports.
  ///
  /// - Throws: `EncodingError`, which happens for no report with finite times.
  public func json() throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(self) + Data("\n".utf8)
  }

  /// Reads what ``json()`` wrote.
  ///
  /// - Throws: `DecodingError` where it is no report, or one of a later version.
  public init(json: Data) throws {
    self = try JSONDecoder().decode(Self.self, from: json)
    guard schemaVersion <= Self.schemaVersion else {
      let words = "A report of version \(schemaVersion); this build reads \(Self.schemaVersion)."
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: words))
    }
  }
}
