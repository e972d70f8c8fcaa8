public import Vocabulary

extension ImagePipeline {
  /// All that a pipeline touches of the world: the network, the decoder, a folder, two kinds of
  /// time, chance, and whoever watches.
  ///
  /// On a phone these are the real ones, in a test simulated ones. The pipeline reaches for
  /// nothing else.
  public struct Surroundings: Sendable {
    /// Sends requests.
    public var transport: any ImageTransporting
    /// Decodes.
    public var decoder: any ImageDecoding
    /// A folder of the pipeline's own, for example in Caches.
    public var files: any FileStoring
    /// The clock on which delays and limits go.
    public var clock: any Clock<Duration>
    /// What the device knows about the time of day, by which copies grow old; on a phone a
    /// ``DeviceTime``.
    public var time: any TimeReading
    /// Random bits, anew at each call.
    public var random: @Sendable () -> UInt64
    /// Told whatever happens, on the thread on which it happens; it must be quick. Nil for nobody.
    public var observe: (@Sendable (PipelineEvent) -> Void)?

    /// Surroundings of the given parts, without an observer.
    public init(
      transport: any ImageTransporting, decoder: any ImageDecoding, files: any FileStoring,
      clock: any Clock<Duration>, time: any TimeReading,
      random: @escaping @Sendable () -> UInt64 = { .random(in: 0...UInt64.max) },
      observe: (@Sendable (PipelineEvent) -> Void)? = nil
    ) {
      self.transport = transport
      self.decoder = decoder
      self.files = files
      self.clock = clock
      self.time = time
      self.random = random
      self.observe = observe
    }
  }
}
