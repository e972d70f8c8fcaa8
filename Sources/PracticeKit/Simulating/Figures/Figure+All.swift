import SimulatedApp
import SimulatedPhone
import Vocabulary

extension Figure {
  /// All figures, in the order in which they are printed.
  static var all: [Figure] { hits + waiting + decoding + bytes + shares + memory + truth }

  /// Those of one group.
  static func all(in group: Group) -> [Figure] { all.filter { $0.group == group } }

  private static var hits: [Figure] {
    [
      Figure("memoryHitRate", .hits, "memory tier", false, { .share($0.memoryHitRate) }) { _ in
        "of the finished wishes were in memory, drawn in the frame that asked."
      },
      Figure("diskHitRate", .hits, "disk tier", false, { .share($0.diskHitRate) }) { _ in
        "of the finished wishes past memory had their bytes on disk."
      },
    ]
  }

  private static var waiting: [Figure] {
    [
      Figure("visibleToShownP50", .waiting, "p50", true, { .duration($0.visibleToShownP50) }) { _ in
        "or less passed in half of the rows that got their picture."
      },
      Figure("visibleToShownP95", .waiting, "p95", true, { .duration($0.visibleToShownP95) }) { _ in
        "or less passed in 95 of 100 of them."
      },
      Figure("shownVisits", .waiting, "rows with picture", false, { .count($0.shownVisits) }) {
        "of \($0.numbers.visits.grouped) rows that came by showed it before they left."
      },
      Figure("blankAtEnd", .waiting, "blank at the end", true, { .count($0.blankAtEnd) }) { _ in
        "rows at rest were still without a picture when the run ended."
      },
    ]
  }

  private static var decoding: [Figure] {
    [
      Figure("decodeP50", .decoding, "decode p50", true, { .duration($0.decodeP50) }) { _ in
        "or less took half of the decodes off the main actor."
      },
      Figure("decodeP95", .decoding, "decode p95", true, { .duration($0.decodeP95) }) { _ in
        "or less took 95 of 100 of them."
      },
      Figure(
        "decodesOnMainActor", .decoding, "on the main actor", true,
        { .count($0.decodesOnMainActor) }
      ) { _ in "decodes ran where scrolling happens; it should be none." },
      Figure("longestBusy", .decoding, "longest busy", true, { .duration($0.longestBusy) }) {
        "was the longest that the main actor had no pause; a frame is \($0.frame.words)."
      },
      Figure("droppedFrames", .decoding, "dropped frames", true, { .count($0.droppedFrames) }) {
        "of \(($0.numbers.frames + $0.numbers.droppedFrames).grouped) frames were not drawn."
      },
    ]
  }

  private static var bytes: [Figure] {
    [
      Figure("downloadedBytes", .bytes, "downloaded", true, { .transfer($0.downloadedBytes) }) {
        _ in "came over the network in this session."
      },
      Figure("requests", .bytes, "requests", true, { .count($0.requests) }) { _ in
        "went to the server."
      },
      Figure("abandonedBytes", .bytes, "in vain", true, { .transfer($0.abandonedBytes) }) { _ in
        "of it belong to transfers that did not finish."
      },
    ]
  }

  private static var shares: [Figure] {
    [
      Figure("cancelledShare", .shares, "cancelled", nil, { .share($0.cancelledShare) }) {
        "of all \($0.numbers.requested.grouped) wishes were given up by who had them."
      },
      Figure(
        "wastedPrefetchShare", .shares, "wasted prefetch", true,
        { .share($0.wastedPrefetchShare) }
      ) { _ in "of the pictures that were loaded ahead were never shown." },
      Figure("requested", .shares, "wishes", nil, { .count($0.requested) }) {
        let numbers = $0.numbers
        let parts =
          "\(numbers.memoryHits.grouped) hits + \(numbers.loaded.grouped) loaded + "
          + "\(numbers.failed.grouped) failed + \(numbers.cancelled.grouped) cancelled"
        return numbers.isBalanced
          ? "= \(parts): each ended once."
          : "against \(parts), and \(numbers.unfinished.grouped) without an end."
      },
    ]
  }

  private static var memory: [Figure] {
    [
      Figure("budget", .memory, "budget", nil, { .memory($0.budget) }) {
        "is what decoded pictures may take on the \($0.scenario.device.name) phone."
      },
      Figure(
        "picturesHighWaterMark", .memory, "pictures at most", true,
        { .memory($0.picturesHighWaterMark) }
      ) { _ in "was taken by pictures at once, those in the making and on screen too." },
      Figure("highWaterMark", .memory, "high-water mark", true, { .memory($0.highWaterMark) }) {
        "was the most the app took; the system ends it beyond "
          + "\(FigureValue.memory($0.limits.limit).text)."
      },
      Figure("memorySignals", .memory, "signals", true, { .count($0.memorySignals) }) { _ in
        "times the system asked for memory."
      },
      Figure("terminations", .memory, "terminations", true, { .count($0.terminations) }) { _ in
        "times it ended the app for memory, which no crash reporter sees."
      },
    ]
  }

  private static var truth: [Figure] {
    [
      Figure("drawViolations", .truth, "wrong pictures", true, { .count($0.drawViolations) }) {
        _ in "were drawn: someone else's photo, or a stretched or half one."
      }
    ]
  }
}

extension ScenarioReport {
  /// How long a frame is on the phone.
  fileprivate var frame: Duration { .seconds(1) / max(scenario.device.refreshRate, 1) }
}
