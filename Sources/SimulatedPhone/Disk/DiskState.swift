import Foundation
import Vocabulary

/// One launch of a simulated disk: its files, what has been done to them, and what is to come.
struct DiskState {
  var folder: DiskFolder
  var steps: [DiskStep] = []
  var stepCount = 0
  var counts: [DiskOperation.Kind: Int] = [:]
  var hasEnded = false
  /// What is to happen, by step.
  var plan: [Int: [DiskMishap]] = [:]

  let keepsSteps: Bool

  init(folder: DiskFolder, keepsSteps: Bool) {
    self.folder = folder
    self.keepsSteps = keepsSteps
  }

  /// Whether a call may come in at all; how much there is to read, for its duration.
  func admit(_ operation: DiskOperation) throws(FileError) -> Int {
    if hasEnded { throw .ended }
    for name in operation.names where !DiskState.isValid(name) { throw .invalidName(name) }
    guard case .read(let name) = operation else { return 0 }
    return folder[name]?.bytes.count ?? 0
  }

  /// Takes the next step, with what is planned for it.
  ///
  /// - Returns: What came of it, and what happened on the way, for the timeline.
  mutating func take<Value>(
    _ operation: DiskOperation, _ effect: (inout DiskFolder) throws(FileError) -> Value,
    _ middle: (inout DiskFolder) -> Void
  ) -> (result: Result<Value, FileError>, events: [String]) {
    if hasEnded { return (.failure(.ended), []) }
    let number = stepCount + 1
    let mishaps = plan[number] ?? []
    let events = mishaps.map(\.description)
    var ending: DiskMishap.Kind?
    for mishap in mishaps {
      switch mishap.kind {
      case .emptied: folder.empty()
      case .full: folder.fill()
      case .endBefore, .endDuring, .endAfter: ending = ending ?? mishap.kind
      }
    }
    if ending == .endBefore || ending == .endDuring {
      if ending == .endDuring { middle(&folder) }
      hasEnded = true
      return (.failure(.ended), events)
    }
    let result = Result { () throws(FileError) in try effect(&folder) }
    let step = DiskStep(number: number, operation: operation, failure: result.failure)
    stepCount = number
    if keepsSteps { steps.append(step) }
    counts[operation.kind, default: 0] += 1
    if ending == .endAfter { hasEnded = true }
    return (hasEnded ? .failure(.ended) : result, ["\(step)"] + events)
  }

  /// The rule of `FileStoring` for names.
  static func isValid(_ name: String) -> Bool {
    let bytes = name.utf8
    return (1...255).contains(bytes.count) && name != "." && name != ".."
      && !bytes.contains(UInt8(ascii: "/")) && !bytes.contains(0)
  }
}

extension Result where Failure == FileError {
  fileprivate var failure: FileError? {
    if case .failure(let error) = self { error } else { nil }
  }
}
