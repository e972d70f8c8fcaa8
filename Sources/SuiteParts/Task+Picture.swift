public import Vocabulary

extension Task where Success == Bitmap, Failure == any Error {
  /// Whether the cell ends with the picture for a key. Waits for its end.
  public func shows(_ key: ImageKey) async -> Bool {
    guard case .success(let picture) = await result else { return false }
    return Photo.isShown(key, by: picture)
  }

  /// Whether the cell ends with the failure of the network. Waits for its end.
  public var isWithoutConnection: Bool {
    get async {
      guard case .failure(let error) = await result else { return false }
      return error is PhotoLoads.NoConnection
    }
  }
}
