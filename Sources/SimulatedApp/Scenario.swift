public import SimulatedPhone
public import Vocabulary

/// One run to be made: which feed on which phone, what happens to it, and with which pipeline.
///
/// A value: two equal scenarios give equal reports, to the byte.
public struct Scenario: Hashable, Sendable {
  /// How many rows the feed has, each with a photo of its own, from 0 on.
  public var rows: Int
  /// What happens, in order.
  public var script: GestureScript
  /// The phone.
  public var device: DeviceClass
  /// The network at first.
  public var network: NetworkCondition
  /// Picks what the network leaves to chance, and the order of jobs that are ready together.
  public var seed: UInt64
  /// The size of the photos on the server, in pixels.
  public var originals: PixelSize
  /// Whether the server sends smaller pictures to those who ask for them.
  public var serverResizes: Bool
  /// Which pipeline, and how it is set.
  public var pipeline: PipelineVariant
  /// How many events are kept for drawing. Without any, what the run itself keeps for its report
  /// does not grow with the rows.
  public var eventLimit: Int

  /// A scenario: by default five hundred rows of 12-megapixel photos that are flung from the
  /// first to the last on the smallest phone over a mobile network.
  public init(
    rows: Int = 500, script: GestureScript? = nil, device: DeviceClass = .phone2GB,
    network: NetworkCondition = .lte, seed: UInt64 = 1,
    originals: PixelSize = PixelSize(width: 4000, height: 3000),
    serverResizes: Bool = true, pipeline: PipelineVariant = .reference, eventLimit: Int = 0
  ) {
    self.rows = max(rows, 0)
    self.script = script ?? GestureScript(.fling, rows: rows, network: network)
    self.device = device
    self.network = network
    self.seed = seed
    self.originals = originals
    self.serverResizes = serverResizes
    self.pipeline = pipeline
    self.eventLimit = eventLimit
  }
}
