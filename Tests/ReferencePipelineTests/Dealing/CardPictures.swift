import Foundation
import Simulation
import Synchronization
import Vocabulary

/// Loads pictures of cards at a gate, and knows how many of them are alive.
final class CardPictures: ImageLoading {
  /// Lives as long as a picture.
  private final class Life: Sendable {
    let owner: CardPictures

    init(_ owner: CardPictures) {
      self.owner = owner
      owner.state.withLock { state in
        state.alive += 1
        state.peak = max(state.peak, state.alive)
      }
    }

    deinit { owner.state.withLock { $0.alive -= 1 } }
  }

  private struct State {
    var alive = 0
    var peak = 0
  }

  let load: ToyLoad
  private let state = Mutex(State())

  init(_ simulation: Simulation, isOpen: Bool = true) {
    load = ToyLoad(simulation, isOpen: isOpen)
  }

  /// The cards whose pictures were asked for, in order.
  var asked: [Card.ID] { load.started.map(\.card) }
  /// The cards whose loads were called off while they waited.
  var cancelled: [Card.ID] { load.cancelled.map(\.card) }
  /// How many pictures are in memory.
  var alive: Int { state.withLock { $0.alive } }
  /// How many were at the most.
  var peak: Int { state.withLock { $0.peak } }

  func image(for key: ImageKey) async throws -> Bitmap {
    let picture = try await load.run(key)
    return Bitmap(size: picture.size, pixels: NoPixels(), lifetime: Life(self))
  }

  private struct NoPixels: PixelProviding {
    func pixel(x: Int, y: Int) -> Pixel { Pixel(red: 0, green: 0, blue: 0) }
  }
}

extension ImageKey {
  /// The card that the photo belongs to.
  var card: Card.ID { Int(url.lastPathComponent) ?? -1 }
}
