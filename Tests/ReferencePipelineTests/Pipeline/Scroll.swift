import PrefetchIsABetSolution
import ReferencePipeline
import SimulatedPhone
import Simulation
import Vocabulary

/// A feed on the phone's screen, over a pipeline or what it is compared with.
@MainActor
struct Scroll {
  let screen: FeedScreen
  let feed: SimulatedFeed
  private let subscription: MemorySubscription

  init(
    _ pictures: any PictureProviding, _ rows: [FeedRow], in world: PhoneWorld,
    prefetchDistance: Int = 8
  ) {
    let screen = FeedScreen(
      pictures, rows: rows.map(\.key), prefetchDistance: prefetchDistance,
      clock: world.simulation.clock)
    feed = SimulatedFeed(
      rows: rows, device: world.device, simulation: world.simulation,
      makeCell: { screen.makeCell() })
    feed.onVisible = { screen.show($0, $1) }
    subscription = world.device.onMemorySignal { pictures.respond(to: $0) }
    self.screen = screen
  }

  /// Takes the feed off the screen, and lets go of all that it had.
  func end() {
    screen.disappear()
    feed.disappear()
    subscription.cancel()
  }
}
