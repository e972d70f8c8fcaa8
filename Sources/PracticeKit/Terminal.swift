import Foundation

/// What is known of the terminal, if there is one.
enum Terminal {
  /// How many characters a line of standard output has: those of the terminal, else what `COLUMNS`
  /// says, else 80; at least 20.
  static var width: Int {
    let named = ProcessInfo.processInfo.environment["COLUMNS"].flatMap { Int($0) }
    return max(20, named ?? columns ?? 80)
  }

  /// Whether standard error is a terminal.
  static var isError: Bool { isatty(2) == 1 }

  /// Says something besides the output. Where nobody can hear it any more, nothing is lost.
  static func say(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }

  private static var columns: Int? {
    var size = winsize()
    guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }
}
