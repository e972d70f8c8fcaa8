import Foundation
import FourThousandPixelOriginalsSolution
import LRUYourselfSolution
import Synchronization
import TwoTiersTwoKeysSolution
import Vocabulary

/// Turns requests into addresses, once for each photo and size.
///
/// To put a size into a URL takes longer than all the rest of a look-up in memory, and cells look
/// up in the frame in which they are bound. So the addresses used last are remembered.
final class Addresses: Sendable {
  private struct State {
    let known = LRUCache<ImageKey, Address>(costLimit: 4_096)
    var sizes: Set<Int> = []
  }

  private let server: ImageServer
  private let keys: TierKeys
  private let sizes: SizeChoice
  private let state = Mutex(State())

  init(server: ImageServer, keys: TierKeys, sizes: SizeChoice) {
    self.server = server
    self.keys = keys
    self.sizes = sizes
  }

  subscript(request: ImageRequest) -> Address {
    let size = sizes.decodeSize(for: request)
    let wanted = request.key.resized(to: size)
    if let known = state.withLock({ $0.known.value(for: wanted) }) { return known }
    let url = server.url(for: wanted.url, maxPixelSize: size)
    let key = url == wanted.url ? wanted : ImageKey(url: url, maxPixelSize: size)
    let address = Address(key: key, memoryKey: keys.memoryKey(for: key))
    state.withLock {
      $0.known.insert(address, for: wanted)
      $0.sizes.insert(size)
    }
    return address
  }

  /// The URLs of a photo that this session may have asked for, and those that the server offers.
  func variants(of url: URL) -> [URL] {
    var sizes = state.withLock { $0.sizes }
    if case .resizes(_, let offered) = server { sizes.formUnion(offered) }
    let variants = sizes.sorted().map { server.url(for: url, maxPixelSize: $0) }
    var seen: Set<URL> = [url]
    return [url] + variants.filter { seen.insert($0).inserted }
  }
}
