import ActorReentrancyDuplicate
import Foundation
import Grading
import SuiteParts
import Synchronization
import Vocabulary

/// Two caches whose downloads ask for others first: photos below 100 belong to the first cache,
/// the rest to the second.
final class Nest: Sendable {
  /// The downloads of the first cache, and of the second.
  let downloads: [Downloads]
  private let needs: [Int: Int]
  private let forgives: Bool
  private let world: World
  private let caches = Mutex<[DownloadCache]>([])

  /// - Parameters:
  ///   - limit: The limit of each cache.
  ///   - needs: For which other photo a photo's download asks.
  ///   - forgives: Whether a download goes on where that one could not be had.
  ///   - world: Where it happens.
  init(limit: Int, needs: [Int: Int], forgives: Bool = false, in world: World) {
    self.needs = needs
    self.forgives = forgives
    self.world = world
    downloads = [Downloads(world), Downloads(world)]
    let caches = downloads.map { downloads in
      DownloadCache(limit: limit) { [self] url in
        try await downloads.run(url) { try await self.prepare(url) }
      }
    }
    self.caches.withLock { $0 = caches }
  }

  /// Someone who asks for a photo.
  func ask(_ photo: Int) throws -> Caller {
    Caller("caller of \(photo)", asks: try cache(of: photo), for: Photo.url(photo), in: world)
  }

  /// Lets go of the caches, which hold this.
  func close() {
    caches.withLock { $0 = [] }
  }

  private func cache(of photo: Int) throws -> DownloadCache {
    let cache = caches.withLock { caches in
      caches.indices.contains(photo / 100) ? caches[photo / 100] : nil
    }
    guard let cache else { throw CancellationError() }
    return cache
  }

  private func prepare(_ url: URL) async throws {
    guard let photo = Int(url.lastPathComponent), let other = needs[photo] else { return }
    world.record("\(url.path) asks for /p/\(other)", on: "net")
    do {
      _ = try await cache(of: other).image(for: Photo.url(other))
    } catch {
      guard forgives else { throw error }
      world.record("\(url.path) does without", on: "net")
    }
    world.record("\(url.path) goes on", on: "net")
  }
}
