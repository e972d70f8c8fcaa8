/// A file of a folder, without its contents.
public struct FileEntry: Hashable, Sendable {
  /// Its name in the folder.
  public let name: String
  /// The length of its contents, in bytes.
  public let byteCount: Int

  /// The entry of a file with that name and length.
  public init(name: String, byteCount: Int) {
    self.name = name
    self.byteCount = byteCount
  }
}
