import FourThousandPixelOriginalsSolution
import HowMuchMemorySolution
import NameTheNumbersSolution
import ReferencePipeline
import SimulatedPhone
import Simulation
import Vocabulary

/// One launch of the app on a phone: from its start to the user's leaving it, or to the system's
/// ending it.
@MainActor
final class Launch {
  let feed: SimulatedFeed
  let viewer: ViewerScreen
  /// The visits that have ended.
  let visits: VisitTally
  /// What the memory tier may hold, in bytes.
  let budget: Int

  private let phone: Phone
  private let decoder: LaunchDecoder
  private let pipeline: ImagePipeline?
  private let measured: MeasuredPictures?
  private let pictures: any PictureProviding
  private let screen: FeedScreen
  private let subscription: MemorySubscription

  init(_ scenario: Scenario, on phone: Phone, parts: AppParts, recorder: RunRecorder) {
    self.phone = phone
    let clock = phone.simulation.clock
    let decoder = LaunchDecoder(phone.decoder, clock: clock) {
      recorder.sample(phone.pictureBytes, at: phone.now)
    }
    let configuration = scenario.configuration(changedBy: parts)
    budget = configuration.memoryBytes
    let transport = parts.transport(phone.transport)
    let base: any PictureProviding
    switch scenario.pipeline.kind {
    case .reference:
      let start = phone.now
      var observe: (@Sendable (PipelineEvent) -> Void)?
      if recorder.keepsEvents { observe = { recorder.add($0, since: start) } }
      var below = configuration
      if parts.makeRelief != nil { below.memoryBytes = 0 }
      let pipeline = ImagePipeline(
        below,
        in: ImagePipeline.Surroundings(
          transport: transport, decoder: decoder, files: phone.disk, clock: clock,
          time: PhoneTime(clock: clock, epoch: phone.server.epoch), random: phone.random.next,
          observe: observe))
      (base, self.pipeline, measured) = (pipeline, pipeline, nil)
    case .naive:
      let measured = MeasuredPictures(
        NaivePipeline(transport: transport, decoder: decoder))
      (base, pipeline, self.measured) = (measured, nil, measured)
    }
    self.decoder = decoder
    let relieved = parts.makeRelief.map { makeRelief in
      RelievedPictures(
        over: base, memory: MemoryTier(budget: configuration.memoryBytes),
        emptyDisk: phone.disk.empty, makeRelief: makeRelief)
    }
    let pictures = parts.pictures(relieved ?? base)
    self.pictures = pictures
    let rows = phone.rows
    let screen = FeedScreen(
      pictures, rowCount: rows.count,
      prefetchDistance: parts.makePrefetcher == nil ? configuration.prefetchDistance : 0,
      clock: clock
    ) { rows[$0].key }
    let makeCell = parts.makeCell
    feed = SimulatedFeed(
      rows: rows, device: phone.device, simulation: phone.simulation, keepsVisits: false
    ) {
      makeCell?(pictures) ?? screen.makeCell()
    }
    let watch = parts.makePrefetcher.map { $0(pictures, rows.map(\.key)) }
    visits = VisitTally(recorder)
    feed.onLeave = visits.add
    feed.onVisible = { rows, direction in
      screen.show(rows, direction)
      watch?(rows, direction)
    }
    let height = scenario.device.screen.height
    viewer = ViewerScreen(
      pictures, pageCount: rows.count, clock: clock
    ) { rows[$0].key?.resized(to: height) }
    subscription = phone.device.onMemorySignal { pictures.respond(to: $0) }
    self.screen = screen
  }

  /// The figures of the launch so far.
  var metrics: LoadMetrics { pipeline?.metrics ?? measured?.metrics ?? LoadMetrics() }

  /// How long its decodes took.
  var decodeTimes: DurationSketch { decoder.times }

  /// The phone has a connection again.
  func connectionReturned() { pipeline?.connectionReturned() }

  /// The user leaves the app: all that was on the screen is let go of.
  func close() async {
    viewer.close()
    screen.disappear()
    feed.disappear()
    subscription.cancel()
    await pipeline?.endSession()
  }

  /// The user has been away for so long that the app keeps no picture.
  func giveBack() { pictures.respond(to: .deepBackground) }

  /// The system has ended the app: nothing of it goes on.
  func end() {
    decoder.end()
    // What was on the screen then did not leave it.
    feed.onLeave = nil
    viewer.close()
    screen.disappear()
    feed.disappear()
    subscription.cancel()
  }
}

extension Scenario {
  /// The numbers and choices of the pipeline.
  fileprivate func configuration(changedBy parts: AppParts) -> ImagePipeline.Configuration {
    var configuration = ImagePipeline.Configuration(for: device)
    if serverResizes { configuration.server = .resizes(parameter: "w", sizes: []) }
    configuration.memoryBytes = configuration.memoryBytes / 100 * max(pipeline.budgetPercent, 0)
    configuration.cancelsLoads = pipeline.cancels
    if let distance = pipeline.prefetchDistance { configuration.prefetchDistance = distance }
    parts.configure(&configuration)
    return configuration
  }
}
