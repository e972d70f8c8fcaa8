import ReferencePipeline
import SimulatedPhone
import Simulation
import Vocabulary

/// An hour with the app: flings, rests, the viewer, avatars, warnings, the background and back, an
/// outage. The same hour for every pipeline.
enum ScriptedHour {
  struct Report: Sendable {
    var terminations: [Termination] = []
    var violations: [DrawViolation] = []
    var highWaterMark = 0
    var restsWithoutPicture = 0
    var length: Duration = .zero
  }

  @MainActor
  static func run(
    _ pictures: any PictureProviding, in world: PhoneWorld, pieces: Int = 60
  ) async throws -> Report {
    var report = Report()
    let simulation = world.simulation
    let rows = world.rows(2_000)
    let scroll = Scroll(pictures, rows, in: world)
    let pages = rows.compactMap { $0.key?.resized(to: world.device.deviceClass.screen.height) }
    let viewer = ViewerScreen(pictures, pages: pages, clock: simulation.clock)
    for minute in 0..<pieces {
      try await scroll.feed.fling(rows: minute % 4 == 3 ? -60 : 90, over: .seconds(2))
      if try await !scroll.feed.untilShown(within: .seconds(5)) { report.restsWithoutPicture += 1 }
      await avatars(minute, pictures, world)
      if minute % 5 == 1 { try await view(minute, viewer, simulation) }
      if minute % 10 == 4 {
        // Another app wants memory: a warning that this app has not earned.
        pictures.respond(to: .warning)
        try await scroll.feed.rest(for: .seconds(1))
      }
      if minute % 20 == 9 {
        world.device.enterBackground()
        try await simulation.clock.sleep(for: .seconds(30))
        world.device.enterDeepBackground()
        try await simulation.clock.sleep(for: .seconds(30))
        world.device.reclaimMemory()
        world.device.enterForeground()
      }
      let spent = simulation.clock.now.offset - .seconds(60) * minute
      if spent < .seconds(60) {
        try await simulation.clock.sleep(for: .seconds(60) - spent)
      }
    }
    report.violations = scroll.feed.violations
    viewer.close()
    scroll.end()
    report.terminations = world.device.terminations
    report.highWaterMark = world.device.highWaterMark
    report.length = simulation.clock.now.offset
    return report
  }

  private static func avatars(
    _ minute: Int, _ pictures: any PictureProviding, _ world: PhoneWorld
  ) async {
    for id in 0..<8 {
      _ = try? await pictures.image(for: world.avatar(minute % 10 + id), priority: .visible)
    }
  }

  @MainActor
  private static func view(
    _ minute: Int, _ viewer: ViewerScreen, _ simulation: Simulation
  ) async throws {
    for page in minute..<minute + 12 {
      viewer.turn(to: page)
      try await simulation.clock.sleep(for: .seconds(1))
    }
    viewer.close()
  }
}
