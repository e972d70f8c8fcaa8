public import Vocabulary

/// How each kind of image in the product is treated, on one device and within one memory budget.
///
/// One rule for all is the usual weak answer: fifty photos from the viewer then push out the
/// feed's thumbnails, and an avatar that is shown at three sizes is decoded three times. So each
/// kind has a share of its own, and the shares together are never more than the budget:
///
/// | | avatar | feed thumbnail | full screen |
/// |---|---|---|---|
/// | decoded at | its bucket, for several sizes at once | the size of its row | the screen |
/// | memory | an eighth | a half | three eighths |
/// | goes before | the least recently used | the least recently used | what is two pages away |
/// | on disk | yes | yes | yes |
/// | prefetch | none: it comes with its row | ahead of the scroll | the next page |
/// | freshness | asks again: its URL is reused | never changes | never changes |
public struct ImagePolicies: Hashable, Sendable {
  /// The policy of avatars.
  public let avatar: ImagePolicy
  /// The policy of the photos in the feed.
  public let feedThumbnail: ImagePolicy
  /// The policy of the photos in the viewer.
  public let fullScreen: ImagePolicy

  /// The policies for a device.
  ///
  /// - Parameters:
  ///   - device: Bounds the decode sizes by its screen.
  ///   - memoryBudget: What all decoded pictures may take together, in bytes; less than zero is
  ///     zero.
  ///   - avatarLifetime: For how long an avatar is shown without asking the server again.
  public init(
    device: DeviceClass, memoryBudget: Int, avatarLifetime: Duration = .seconds(3600)
  ) {
    let budget = max(0, memoryBudget)
    let screen = max(1, device.screen.width, device.screen.height)
    avatar = ImagePolicy(
      memoryBytes: budget / 8, sizes: .powersOfTwo(from: 64), largestSize: min(512, screen),
      prefetchDistance: 0, rank: 2, freshness: .revalidates(after: avatarLifetime))
    fullScreen = ImagePolicy(
      memoryBytes: budget / 8 * 3, sizes: .exact, largestSize: screen, prefetchDistance: 1,
      rank: 0, freshness: .immutable)
    feedThumbnail = ImagePolicy(
      memoryBytes: budget - avatar.memoryBytes - fullScreen.memoryBytes,
      sizes: .multiples(of: 30), largestSize: screen, prefetchDistance: 8, rank: 1,
      freshness: .immutable)
  }

  /// The policy of a kind.
  public subscript(kind: ImageKind) -> ImagePolicy {
    switch kind {
    case .avatar: avatar
    case .feedThumbnail: feedThumbnail
    case .fullScreen: fullScreen
    }
  }

  /// What all kinds may hold together, in bytes: never more than the budget.
  public var memoryBytes: Int {
    ImageKind.allCases.reduce(0) { $0 + self[$1].memoryBytes }
  }
}

/// How one kind of image is treated.
public struct ImagePolicy: Hashable, Sendable {
  /// Which sizes are told apart: those that are not share one decode.
  public enum Sizes: Hashable, Sendable {
    /// Each size by itself.
    case exact
    /// Rounded up to a multiple, in pixels.
    case multiples(of: Int)
    /// Rounded up to this size doubled as often as needed, in pixels.
    case powersOfTwo(from: Int)
  }

  /// How long a picture that is held is right.
  public enum Freshness: Hashable, Sendable {
    /// For ever: the URL of a changed picture is another one.
    case immutable
    /// For that long. Then the server is asked, with the validator that it gave.
    case revalidates(after: Duration)
  }

  /// What the decoded pictures of this kind may take together, in bytes.
  public let memoryBytes: Int
  /// Which sizes are told apart.
  public let sizes: Sizes
  /// The largest size that is ever decoded, for the longer side, in pixels.
  public let largestSize: Int
  /// Whether the encoded bytes are kept on disk. All kinds are: what was paid for once is shown
  /// at once after a relaunch, even where the server has to confirm it.
  public let isKeptOnDisk: Bool = true
  /// How many rows or pages ahead loads begin; zero for none.
  public let prefetchDistance: Int
  /// The place among the kinds where several loads on screen wait, and where memory is short:
  /// the lowest is what the user looks at alone, the highest is cheapest to do without.
  public let rank: Int
  /// How long a picture that is held is right.
  public let freshness: Freshness

  /// The size to decode at, for a picture that is shown at a size.
  ///
  /// - Parameter displaySize: The longer side on screen, in pixels.
  /// - Returns: At least as many pixels, up to ``largestSize``; zero for less than one.
  public func decodeSize(for displaySize: Int) -> Int {
    guard displaySize > 0 else { return 0 }
    guard displaySize < largestSize else { return largestSize }
    switch sizes {
    case .exact:
      return displaySize
    case .multiples(let step):
      let step = max(1, step)
      let missing = step - 1 - (displaySize - 1) % step
      return largestSize - displaySize > missing ? displaySize + missing : largestSize
    case .powersOfTwo(let first):
      var size = max(1, first)
      while size < displaySize, size <= largestSize / 2 { size *= 2 }
      return size < displaySize ? largestSize : size
    }
  }
}

/// One memory tier for each kind, so that none pushes out another.
///
/// Usable from any thread, as its tiers are.
public final class KindCaches: Sendable {
  private let avatar: any ImageCaching
  private let feedThumbnail: any ImageCaching
  private let fullScreen: any ImageCaching
  private let givingOrder: [ImageKind]

  /// Tiers with the budgets of the policies.
  ///
  /// - Parameters:
  ///   - policies: How each kind is treated.
  ///   - makeTier: Makes the tier of a kind, with its budget in bytes.
  public init(_ policies: ImagePolicies, makeTier: (Int) -> any ImageCaching) {
    avatar = makeTier(policies.avatar.memoryBytes)
    feedThumbnail = makeTier(policies.feedThumbnail.memoryBytes)
    fullScreen = makeTier(policies.fullScreen.memoryBytes)
    givingOrder = ImageKind.allCases.sorted { policies[$0].rank > policies[$1].rank }
  }

  /// The tier of a kind.
  public subscript(kind: ImageKind) -> any ImageCaching {
    switch kind {
    case .avatar: avatar
    case .feedThumbnail: feedThumbnail
    case .fullScreen: fullScreen
    }
  }

  /// What all tiers hold, in bytes.
  public var byteCount: Int {
    avatar.byteCount + feedThumbnail.byteCount + fullScreen.byteCount
  }

  /// Lets go of pictures until all tiers together hold at most `limit` bytes.
  ///
  /// The kind of the highest rank gives first, and the next only what is still needed.
  public func trim(toBytes limit: Int) {
    for kind in givingOrder {
      let excess = byteCount - max(0, limit)
      guard excess > 0 else { return }
      self[kind].trim(toBytes: self[kind].byteCount - excess)
    }
  }
}

/// The pages of a viewer that are held: the one that is shown and its neighbours.
public struct ViewerPages: Sendable {
  private var keys: [Int: ImageKey] = [:]
  private let reach: Int
  private let letGo: @Sendable (ImageKey) -> Void

  /// A viewer without pages.
  ///
  /// - Parameters:
  ///   - cache: Holds the pages, decoded.
  ///   - reach: How far from the page that is shown another one may be and stay.
  public init(cache: any ImageCaching, reach: Int = 1) {
    self.init(reach: reach) { cache.remove($0) }
  }

  /// A viewer without pages, over whatever holds them.
  ///
  /// - Parameters:
  ///   - reach: How far from the page that is shown another one may be and stay.
  ///   - letGo: Lets go of a page.
  public init(reach: Int = 1, letGo: @escaping @Sendable (ImageKey) -> Void) {
    self.reach = max(0, reach)
    self.letGo = letGo
  }

  /// Lets go of all pages beyond reach, to be called before the page is decoded: there is room
  /// for it then, and never one page more.
  ///
  /// - Parameters:
  ///   - page: The page that will be shown.
  ///   - key: Its key.
  public mutating func turn(to page: Int, key: ImageKey) {
    note(page, key)
    for other in keys.keys.sorted() {
      let (gap, overflow) = other.subtractingReportingOverflow(page)
      if overflow || gap.magnitude > reach { drop(other) }
    }
  }

  /// Notes a page that is decoded ahead, to be let go of in its turn. Where its photo may be that
  /// of a page which goes, it is noted before the turn.
  public mutating func note(_ page: Int, _ key: ImageKey) {
    keys[page] = key
  }

  /// Lets go of all pages, where the viewer is closed.
  public mutating func close() {
    for page in keys.keys.sorted() { drop(page) }
  }

  private mutating func drop(_ page: Int) {
    // One photo may be on several pages, and stays until the last of them goes.
    if let key = keys.removeValue(forKey: page), !keys.values.contains(key) { letGo(key) }
  }
}
