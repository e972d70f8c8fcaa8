public import Vocabulary

extension SwipeDeck {
  /// All that a deck touches of the world.
  public struct Surroundings: Sendable {
    /// Deals the cards.
    public var pages: any CardPaging
    /// Loads their pictures.
    public var pictures: any ImageLoading
    /// Counts the swipes, and takes them back.
    public var server: any SwipeSending & SwipeUndoing
    /// A folder of the outbox's own, and nobody else's at the same time: ``RealFiles`` that are
    /// exclusive. Not in Caches: nobody may empty it.
    public var files: any FileStoring
    /// The clock on which pauses go.
    public var clock: any Clock<Duration>
    /// Random bits, anew at each call and in each launch: of them keys are made.
    public var random: @Sendable () -> UInt64

    /// Surroundings of the given parts.
    public init(
      pages: any CardPaging, pictures: any ImageLoading, server: any SwipeSending & SwipeUndoing,
      files: any FileStoring, clock: any Clock<Duration>,
      random: @escaping @Sendable () -> UInt64 = { .random(in: 0...UInt64.max) }
    ) {
      self.pages = pages
      self.pictures = pictures
      self.server = server
      self.files = files
      self.clock = clock
      self.random = random
    }
  }
}
