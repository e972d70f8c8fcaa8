import NameTheNumbersSolution
import Simulation
import SimulatedPhone
import Synchronization
import Vocabulary

/// The decoder of one launch of the app: it measures, and it stops when the app is ended.
///
/// The simulation cannot end the tasks of an app that was terminated; without this their decodes
/// would be charged to the next launch.
final class LaunchDecoder: ImageDecoding {
  private struct State {
    var isAlive = true
    var times = DurationSketch()
  }

  private let base: SyntheticDecoder
  private let clock: SimulatedClock
  private let onDecode: @Sendable () -> Void
  private let state = Mutex(State())

  /// A decoder that calls `onDecode` after each decode, when its picture is alive.
  init(
    _ base: SyntheticDecoder, clock: SimulatedClock, onDecode: @escaping @Sendable () -> Void
  ) {
    self.base = base
    self.clock = clock
    self.onDecode = onDecode
  }

  var times: DurationSketch { state.withLock { $0.times } }

  func end() {
    state.withLock { $0.isAlive = false }
  }

  func properties(of image: EncodedImage) throws(ImageDecodingError) -> ImageProperties {
    try base.properties(of: image)
  }

  func decode(_ image: EncodedImage, maxPixelSize: Int) async throws -> Bitmap {
    guard state.withLock({ $0.isAlive }) else { throw CancellationError() }
    let start = clock.now
    let picture = try await base.decode(image, maxPixelSize: maxPixelSize)
    let time = start.duration(to: clock.now)
    state.withLock { $0.times.add(time) }
    onDecode()
    return picture
  }
}
