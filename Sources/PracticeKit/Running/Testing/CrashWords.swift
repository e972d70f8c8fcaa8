import Foundation

/// Finds what the runtime says of a trap.
enum CrashWords {
  /// The last message of a trap in the output, without the path of the file: `Fatal error:
  /// Unexpectedly found nil while unwrapping an Optional value`. Nil where there is none.
  static func find(in output: CappedOutput) -> String? {
    let text = output.text
    guard let mark = text.range(of: "Fatal error", options: .backwards) else { return nil }
    let line = text[mark.lowerBound...].prefix { !$0.isNewline }
    return String(line.prefix(300))
  }
}
