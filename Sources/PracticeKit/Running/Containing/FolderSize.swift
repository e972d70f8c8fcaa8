import Foundation

/// Measures what the files in a folder take.
enum FolderSize {
  /// How many entries are counted before it is said that there are too many.
  static let mostEntries = 20_000

  /// The bytes that a folder and all in it take on the disk, folders themselves included.
  ///
  /// Links are not followed, and a file under two names counts twice. What cannot be read counts
  /// nothing. Ends early above a limit, in number of bytes or of entries: O(entries), at most
  /// `entries`.
  ///
  /// - Returns: The bytes; `Int.max` where there are more entries than that.
  static func bytes(of folder: String, upTo limit: Int, entries: Int = mostEntries) -> Int {
    var sum = 0
    var left = entries
    var rest = [folder]
    while let folder = rest.popLast() {
      guard let stream = opendir(folder) else { continue }
      defer { closedir(stream) }
      while let entry = readdir(stream) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        guard name != ".", name != ".." else { continue }
        left -= 1
        guard left >= 0 else { return .max }
        let path = "\(folder)/\(name)"
        var status = stat()
        guard lstat(path, &status) == 0 else { continue }
        sum += Int(status.st_blocks) * 512
        guard sum <= limit else { return sum }
        if status.st_mode & S_IFMT == S_IFDIR { rest.append(path) }
      }
    }
    return sum
  }
}
