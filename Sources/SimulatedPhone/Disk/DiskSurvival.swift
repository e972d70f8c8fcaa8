import Foundation
import Simulation

/// How much of what was not flushed is there after the end of the app.
///
/// What was flushed is always there, and names are as the last call left them. The contract of
/// the files allows each of these, so code must be right under all of them.
public enum DiskSurvival: Hashable, Sendable {
  /// Nothing. The worst case for code that flushes too late or not at all.
  case nothing
  /// The first half of each file's. The worst case for code that does not notice a torn file.
  case half
  /// Everything, as where the app alone ends and the phone goes on.
  case everything
  /// A prefix of any length for each file, the same for the same seed.
  case random(UInt64)

  /// Takes away from each file what does not survive; the rest is safe.
  func apply(to files: inout [String: DiskFile]) {
    var generator = SplitMix64(seed: seed)
    for key in files.keys.sorted() {
      guard var file = files[key] else { continue }
      let survivors = survivors(of: file.bytes.count - file.safeCount, &generator)
      file.bytes = Data(file.bytes.prefix(file.safeCount + survivors))
      file.safeCount = file.bytes.count
      files[key] = file
    }
  }

  private var seed: UInt64 {
    if case .random(let seed) = self { seed } else { 0 }
  }

  private func survivors(of count: Int, _ generator: inout SplitMix64) -> Int {
    switch self {
    case .nothing: 0
    case .half: count / 2
    case .everything: count
    case .random: Int.random(in: 0...count, using: &generator)
    }
  }
}

extension DiskSurvival: CustomStringConvertible {
  /// What survived, as the end of a sentence.
  public var description: String {
    switch self {
    case .nothing: "nothing unflushed survived"
    case .half: "half of what was unflushed survived"
    case .everything: "everything unflushed survived"
    case .random(let seed): "a part of what was unflushed survived, by seed \(seed)"
    }
  }
}
