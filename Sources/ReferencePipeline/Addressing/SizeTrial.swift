public import BehindARemoteFlagSolution
public import FourThousandPixelOriginalsSolution
public import Vocabulary

/// Another decode size for one kind of image, shipped behind a flag.
public struct SizeTrial: Hashable, Sendable {
  /// Which kind of image is decoded at other sizes.
  public var kind: ImageKind
  /// The sizes of the sessions that are in.
  public var buckets: SizeBuckets
  /// Who is in.
  public var flag: RemoteFlag
  /// The id of the account or installation, by which the flag decides.
  public var id: String

  /// A trial of other buckets for a kind.
  public init(kind: ImageKind, buckets: SizeBuckets, flag: RemoteFlag, id: String) {
    self.kind = kind
    self.buckets = buckets
    self.flag = flag
    self.id = id
  }
}
