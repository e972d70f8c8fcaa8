import NameTheNumbersSolution
import SimulatedPhone
import Simulation
import Vocabulary

/// Adds the launches of a run up to its numbers.
struct ScenarioTally {
  private var metrics = LoadMetrics()
  private var decodeTimes = DurationSketch()
  private var waits = DurationSketch()
  private var numbers = ScenarioNumbers()
  private var violations: [DrawViolation] = []

  /// How many wrong draws a report names.
  private static let shownViolations = 20

  /// Takes in what a launch has done. The visits that have not ended are added as they are.
  ///
  /// - Parameters:
  ///   - launch: The launch, which is over.
  ///   - isEnded: Whether the system ended it, and its running wishes with it.
  ///   - recorder: Takes the events of the list.
  @MainActor
  mutating func add(_ launch: Launch, isEnded: Bool, _ recorder: RunRecorder) {
    let feed = launch.feed
    if isEnded {
      numbers.lost += launch.metrics.runningLoads
    } else {
      numbers.unfinished += launch.metrics.runningLoads
    }
    metrics.merge(launch.metrics)
    decodeTimes.merge(launch.decodeTimes)
    numbers.frames += feed.frames
    numbers.droppedFrames += feed.droppedFrames
    numbers.drawViolations += feed.violations.count
    violations += feed.violations.prefix(Self.shownViolations - violations.count)
    feed.currentVisits.forEach(launch.visits.add)
    numbers.visits += launch.visits.count
    numbers.shownVisits += launch.visits.shown
    waits.merge(launch.visits.waits)
    recorder.endLaunch()
  }

  /// The report of the whole run.
  @MainActor
  func report(
    of scenario: Scenario, on phone: Phone, _ recorder: RunRecorder, elapsed: Duration,
    blankAtEnd: Int, budget: Int
  ) -> ScenarioReport {
    var numbers = loads(numbers)
    numbers.elapsed = elapsed
    numbers.blankAtEnd = blankAtEnd
    numbers.budget = budget
    numbers.decodesOnMainActor = phone.decoder.counts.onMainActor
    numbers.longestBusy = phone.device.mainActor.longestStretch
    let log = phone.transport.log
    numbers.requests = log.started
    numbers.downloadedBytes = log.totalBytes
    numbers.abandonedBytes = log.totalBytes - log.finishedBytes
    numbers.highWaterMark = phone.device.highWaterMark
    numbers.picturesHighWaterMark = recorder.memory.peak
    numbers.heldAtEnd = phone.pictureBytes
    numbers.memorySignals = phone.device.signals.count
    numbers.terminations = phone.device.terminations.count
    let events = recorder.events
    return ScenarioReport(
      scenario: scenario, numbers: numbers, terminations: phone.device.terminations,
      memory: recorder.memory, limits: phone.device.limits,
      events: events.kept,
      eventStride: events.stride, eventCount: events.count, violations: violations)
  }

  private func loads(_ numbers: ScenarioNumbers) -> ScenarioNumbers {
    var numbers = numbers
    numbers.requested = metrics.requested
    numbers.memoryHits = metrics.memoryHits
    numbers.diskHits = metrics.diskHits
    numbers.loaded = metrics.loaded
    numbers.failed = metrics.failed
    numbers.cancelled = metrics.cancelled
    numbers.memoryHitRate = metrics.memoryHitRate
    numbers.diskHitRate = metrics.diskHitRate
    numbers.cancelledShare = metrics.cancelledShare
    numbers.wastedPrefetchShare = metrics.wastedPrefetchShare
    numbers.visibleToShownP50 = waits.percentile(50)
    numbers.visibleToShownP95 = waits.percentile(95)
    numbers.decodeP50 = decodeTimes.percentile(50)
    numbers.decodeP95 = decodeTimes.percentile(95)
    return numbers
  }
}
