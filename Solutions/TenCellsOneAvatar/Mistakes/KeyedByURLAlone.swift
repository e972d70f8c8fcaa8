// Keyed by URL alone
// Fails: twoSizes
public import Foundation
public import Vocabulary

/// Work in flight is found by the address of the photo. A viewer that asks for the same photo at
/// 1170 px joins the row's load at 360 px, and shows a blurry picture.
public actor AvatarLoader: ImageLoading {
  private let load: @Sendable (ImageKey) async throws -> Bitmap
  private var inFlight: [URL: Task<Bitmap, any Error>] = [:]

  /// A loader with nothing in flight.
  public init(load: @escaping @Sendable (ImageKey) async throws -> Bitmap) {
    self.load = load
  }

  /// The picture for a key.
  public func image(for key: ImageKey) async throws -> Bitmap {
    if let running = inFlight[key.url] { return try await running.value }
    let task = Task {
      defer { inFlight[key.url] = nil }
      return try await load(key)
    }
    inFlight[key.url] = task
    return try await task.value
  }
}
