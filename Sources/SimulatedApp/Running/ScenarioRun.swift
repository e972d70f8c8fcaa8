import NameTheNumbersSolution
import ReferencePipeline
import SimulatedPhone
import Simulation
import Vocabulary

/// Goes through the gestures of a script, and starts the app again where the system ended it.
@MainActor
final class ScenarioRun {
  private let scenario: Scenario
  private let phone: Phone
  private let parts: AppParts
  private let recorder: RunRecorder
  private let progress: (@Sendable (Double) -> Void)?
  private var launch: Launch
  private var tally = ScenarioTally()

  /// For how long the last rows may wait for their pictures.
  private static let patience = Duration.seconds(10)

  init(
    _ scenario: Scenario, on phone: Phone, parts: AppParts, recorder: RunRecorder,
    progress: (@Sendable (Double) -> Void)?
  ) {
    self.scenario = scenario
    self.phone = phone
    self.parts = parts
    self.recorder = recorder
    self.progress = progress
    launch = Launch(scenario, on: phone, parts: parts, recorder: recorder)
  }

  /// Plays the script to its end.
  func play() async throws -> ScenarioReport {
    for (index, gesture) in scenario.script.gestures.enumerated() {
      try await perform(gesture)
      relaunchIfEnded()
      progress?(Double(index + 1) / Double(scenario.script.gestures.count))
    }
    _ = try await launch.feed.untilShown(within: Self.patience)
    relaunchIfEnded()
    let elapsed = phone.now
    let blank = launch.feed.rowsWithoutPicture.count
    await launch.close()
    try await phone.simulation.clock.sleep(for: .seconds(2))
    try await phone.simulation.untilQuiet()
    tally.add(launch, isEnded: false, recorder)
    launch.giveBack()
    return tally.report(
      of: scenario, on: phone, recorder, elapsed: elapsed, blankAtEnd: blank,
      budget: launch.budget)
  }

  private func relaunchIfEnded() {
    guard phone.device.appState == .terminated else { return }
    tally.add(launch, isEnded: true, recorder)
    launch.end()
    phone.device.relaunch()
    launch = Launch(scenario, on: phone, parts: parts, recorder: recorder)
  }

  private func perform(_ gesture: Gesture) async throws {
    let (device, clock) = (phone.device, phone.simulation.clock)
    switch gesture {
    case .fling(let rows, let time):
      try await launch.feed.fling(rows: rows, over: time)
    case .rest(let time):
      try await launch.feed.rest(for: time)
    case .jump(let row):
      try await launch.feed.jump(to: row)
    case .view(let photo, let time):
      launch.viewer.turn(to: photo)
      try await clock.sleep(for: time)
      launch.viewer.close()
    case .warning:
      try await phone.runShort(for: Gesture.warningTime)
    case .leave(let time):
      device.enterBackground()
      try await clock.sleep(for: time)
      device.enterForeground()
    case .sleep(let time):
      device.enterBackground()
      try await clock.sleep(for: min(time, .seconds(10)))
      device.enterDeepBackground()
      try await clock.sleep(for: max(time - .seconds(10), .zero))
      device.reclaimMemory()
      device.enterForeground()
    case .outage(let time):
      let now = phone.now
      phone.server.add(.init(now..<(now + max(time, .nanoseconds(1)))))
    case .network(let condition):
      let wasOffline = phone.transport.condition.isOffline
      phone.transport.condition = condition
      if wasOffline, !condition.isOffline { launch.connectionReturned() }
    }
  }
}
