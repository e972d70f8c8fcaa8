import Foundation

/// A file of a simulated disk.
struct DiskFile {
  /// Its name, as the call that created or renamed it wrote it.
  var name: String
  /// What it holds while the app runs.
  var bytes = Data()
  /// How many of the first bytes outlast the end of the app.
  var safeCount = 0

  /// What it takes up on the disk: whole blocks.
  func allocated(by blockSize: Int) -> Int {
    (bytes.count + blockSize - 1) / blockSize * blockSize
  }
}
