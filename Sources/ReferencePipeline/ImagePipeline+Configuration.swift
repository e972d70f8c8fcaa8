public import FourThousandPixelOriginalsSolution
public import TheStampedeSolution
public import ThreeKindsOfImageSolution
import TwoGBPhoneSolution
public import TwoTiersTwoKeysSolution
public import Vocabulary

extension ImagePipeline {
  /// All numbers and choices of a pipeline.
  ///
  /// ``init(for:)`` gives those that a product would start with. They are there to be measured:
  /// each can be changed by itself, and two pipelines that differ in one number be compared.
  public struct Configuration: Sendable {
    /// The device, whose memory and screen bound everything else.
    public var device: DeviceClass
    /// The version of the app, by which figures are split.
    public var appVersion: String = "1.0"
    /// What tells this installation from others; kept across relaunches.
    public var client: String = "client"

    /// What all decoded pictures that are kept may take, in bytes; each kind has its share.
    public var memoryBytes: Int
    /// What all decodes side by side may take, in bytes.
    public var decodeBytes: Int
    /// The longest body that is taken in, in bytes.
    public var bodyBytes: Int
    /// What the disk tier may take up, in bytes of whole blocks.
    public var diskBytes: Int = 256 << 20

    /// What the server can do about sizes.
    public var server: ImageServer = .sendsOriginals
    /// The fields that go out with each request, such as `Accept`.
    public var headers: HeaderFields = [:]
    /// Which parameters of a URL say who may see a picture, and not which picture it is.
    public var keys: TierKeys = TierKeys()

    /// How many downloads run side by side.
    public var width: Int = 6
    /// How many downloads may start in a second.
    public var startsPerSecond: Int = 80
    /// How many downloads may start at once after a pause.
    public var burst: Int = 25
    /// How many decodes run side by side.
    public var decodeWidth: Int = 2
    /// How often and when a failed download is tried again, while somebody looks at its place.
    public var retry: RetryPolicy = RetryPolicy(attempts: 4)

    /// Over what time places on the screen ask again once there is a connection.
    public var reconnectSpread: Duration = .seconds(2)

    /// For how long an avatar is shown without a question to the server.
    public var avatarLifetime: Duration = .seconds(300)
    /// For how long an avatar is shown at all before the server has answered.
    public var avatarUsability: Duration = .seconds(86_400)
    /// How far expiries of different clients are spread.
    public var jitter: Jitter = Jitter(share: 0.15)

    /// How many rows ahead of the screen a feed prefetches; zero for none.
    public var prefetchDistance: Int
    /// Whether a load stops when nobody waits for it any more. To be switched off for a
    /// comparison only: callers leave at once either way, and their loads go on to the end.
    public var cancelsLoads: Bool = true
    /// Another decode size, behind a flag.
    public var trial: SizeTrial?

    /// The configuration that a product would start with on a class of devices.
    public init(for device: DeviceClass) {
      let budgets = MemoryBudgets(for: device)
      self.device = device
      memoryBytes = budgets.memoryBytes
      decodeBytes = budgets.decodeBytes
      bodyBytes = budgets.bodyBytes
      prefetchDistance =
        ImagePolicies(device: device, memoryBudget: budgets.memoryBytes).feedThumbnail
        .prefetchDistance
    }

    /// How each kind of image is treated.
    public var policies: ImagePolicies {
      ImagePolicies(
        device: device, memoryBudget: memoryBytes, avatarLifetime: avatarLifetime)
    }
  }
}
