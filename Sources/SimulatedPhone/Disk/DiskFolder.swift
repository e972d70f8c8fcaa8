import Foundation
import Simulation
import Vocabulary

/// The files of a simulated disk and the rules by which they change; pure, without time.
struct DiskFolder {
  private(set) var files: [String: DiskFile] = [:]
  private(set) var allocated = 0
  private(set) var highestAllocated = 0
  /// How much the disk holds, in bytes of whole blocks; nil without a limit.
  var capacity: Int?
  let blockSize: Int
  let foldsCase: Bool

  init(capacity: Int?, blockSize: Int, foldsCase: Bool) {
    self.capacity = capacity
    self.blockSize = max(blockSize, 1)
    self.foldsCase = foldsCase
  }

  subscript(name: String) -> DiskFile? {
    get { files[key(name)] }
    set {
      let key = key(name)
      allocated += (newValue?.allocated(by: blockSize) ?? 0)
      allocated -= (files[key]?.allocated(by: blockSize) ?? 0)
      files[key] = newValue
      highestAllocated = max(highestAllocated, allocated)
    }
  }

  // MARK: Operations

  func read(_ name: String) throws(FileError) -> Data {
    try existing(name).bytes
  }

  mutating func write(_ contents: Data, to name: String) throws(FileError) {
    try put(contents, into: name) { file in
      file.bytes = Data()
      file.safeCount = 0
    }
  }

  mutating func append(_ bytes: Data, to name: String) throws(FileError) {
    try put(bytes, into: name) { _ in }
  }

  /// Makes the given share of what is not safe so.
  mutating func flush(_ name: String, share: (Int) -> Int = { $0 }) throws(FileError) {
    var file = try existing(name)
    file.safeCount += share(file.bytes.count - file.safeCount)
    self[name] = file
  }

  mutating func rename(_ name: String, to newName: String) throws(FileError) {
    var file = try existing(name)
    self[name] = nil
    file.name = newName
    self[newName] = file
  }

  mutating func remove(_ name: String) throws(FileError) {
    _ = try existing(name)
    self[name] = nil
  }

  /// All files, in an order that is the same in each run and that nobody would expect.
  func list() -> [FileEntry] {
    var generator = SplitMix64(seed: UInt64(files.count))
    return sorted.map { FileEntry(name: $0.name, byteCount: $0.bytes.count) }
      .shuffled(using: &generator)
  }

  // MARK: What befalls it

  mutating func empty() {
    files = [:]
    allocated = 0
  }

  mutating func fill() {
    capacity = allocated
  }

  mutating func lose(_ survival: DiskSurvival) {
    survival.apply(to: &files)
    allocated = files.values.reduce(0) { $0 + $1.allocated(by: blockSize) }
    highestAllocated = allocated
  }

  /// The files by name.
  var sorted: [DiskFile] { files.values.sorted { $0.name < $1.name } }

  private func key(_ name: String) -> String { foldsCase ? name.lowercased() : name }

  private func existing(_ name: String) throws(FileError) -> DiskFile {
    guard let file = self[name] else { throw .notFound(name) }
    return file
  }

  /// Puts as many of the bytes at the end of the file as there is room for.
  ///
  /// Takes the file out and puts it back, so that its bytes are never copied.
  private mutating func put(
    _ bytes: Data, into name: String, _ prepare: (inout DiskFile) -> Void
  ) throws(FileError) {
    let key = key(name)
    var file = files.removeValue(forKey: key) ?? DiskFile(name: name)
    allocated -= file.allocated(by: blockSize)
    prepare(&file)
    let room = room(for: file)
    file.bytes.append(bytes.prefix(room))
    allocated += file.allocated(by: blockSize)
    highestAllocated = max(highestAllocated, allocated)
    files[key] = file
    if bytes.count > room { throw .noSpace }
  }

  /// How long the file can become beyond its present length, while it is not counted.
  private func room(for file: DiskFile) -> Int {
    guard let capacity else { return .max }
    let blocks = max(capacity - allocated, 0) / blockSize
    return max(blocks * blockSize - file.bytes.count, 0)
  }
}
