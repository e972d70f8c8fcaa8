import Synchronization
import Vocabulary

/// The pixels of an opened picture: decoded when the first one is read, and kept.
final class LazyPixels: PixelProviding {
  private enum State {
    case encoded(EncodedImage)
    /// A picture with its memory; nil where the bytes were no good.
    case decoded(Bitmap?)
  }

  let maxPixelSize: Int
  private let decoder: SyntheticDecoder
  private let state: Mutex<State>
  private let owner = Mutex<ObjectIdentifier?>(nil)

  init(_ image: EncodedImage, maxPixelSize: Int, decoder: SyntheticDecoder) {
    self.maxPixelSize = maxPixelSize
    self.decoder = decoder
    state = Mutex(.encoded(image))
  }

  deinit {
    // The owner's address is still its own: it is given back after its parts are gone.
    if let identity = owner.withLock({ $0 }) { decoder.forget(identity) }
  }

  /// Names the picture that these pixels are in.
  func belong(to identity: ObjectIdentifier) {
    owner.withLock { $0 = identity }
  }

  /// The bytes, while nobody has read a pixel.
  var encoded: EncodedImage? {
    state.withLock { state in
      if case .encoded(let image) = state { image } else { nil }
    }
  }

  func pixel(x: Int, y: Int) -> Pixel {
    decoded?.pixel(x: x, y: y) ?? ClearPixels().pixel(x: x, y: y)
  }

  private var decoded: Bitmap? {
    let (image, known) = state.withLock { state -> (EncodedImage?, Bitmap?) in
      switch state {
      case .encoded(let image): (image, nil)
      case .decoded(let picture): (nil, picture)
      }
    }
    guard let image else { return known }
    decoder.countFirstDraw()
    let picture = try? decoder.decodeNow(image, maxPixelSize: maxPixelSize)
    return state.withLock { state in
      // Another thread may have been first.
      if case .decoded(let first) = state { return first }
      state = .decoded(picture)
      return picture
    }
  }
}
