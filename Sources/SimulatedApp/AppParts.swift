public import ReferencePipeline
public import Vocabulary

/// Parts of the app that are replaced for a run, to try one's own in the complete pipeline.
///
/// ```swift
/// var parts = AppParts()
/// parts.pictures = { pipeline in SharedPictures(over: pipeline) { MyLoader(load: $0) } }
/// parts.makeCell = { pictures in MyCell(KindLoader(pictures)) }
/// let report = try Scenario().run(replacing: parts)
/// ```
public struct AppParts: Sendable {
  /// Told what is visible and which way the list travels, on the main actor.
  public typealias Watch = @MainActor (Range<Int>, ScrollDirection) -> Void

  /// Puts something in front of the pipeline: a loader, a memory tier. The cells, the prefetcher
  /// and the viewer ask what it returns. Called once for each launch of the app.
  public var pictures: @Sendable (any PictureProviding) -> any PictureProviding = { $0 }

  /// Puts something between the pipeline and the network: a cache of downloads. Called once for each
  /// launch of the app.
  public var transport: @Sendable (any ImageTransporting) -> any ImageTransporting = { $0 }

  /// Makes the cells of the feed; nil for those of the reference.
  public var makeCell: (@MainActor @Sendable (any PictureProviding) -> any ImageShowing)?

  /// Makes what loads rows ahead, for the keys of all rows; nil for the reference. Called once
  /// for each launch of the app.
  public var makePrefetcher: (@MainActor @Sendable (any PictureProviding, [ImageKey?]) -> Watch)?

  /// Makes the answer to pressure, over what the app can let go of; nil for that of the reference.
  /// Called once for each launch of the app. One memory tier with the budget of the pipeline stands
  /// in front of that then, for all kinds of image.
  public var makeRelief: (@Sendable (any PictureHolding) -> any PressureRelieving)?

  /// Changes the numbers and choices of the pipeline.
  public var configure: @Sendable (inout ImagePipeline.Configuration) -> Void = { _ in }

  /// The parts of the reference.
  public init() {}
}
