import Foundation

extension Containment {
  /// The command line that runs a program inside what the means offer.
  func words(for program: Program) -> [String] {
    let script = Self.script(program.channels + [program.inputDescriptor])
    let shell = ["/bin/sh", "-c", script, "sh", program.folder.path]
    return wrapper(for: program) + shell + [program.executable] + program.arguments
  }

  private func wrapper(for program: Program) -> [String] {
    guard program.isConfined else { return [] }
    if means.processes == .namespace {
      let network = means.network == .namespace ? ["--net"] : []
      return ["/usr/bin/unshare", "--user", "--pid", "--fork", "--kill-child", "--ipc"] + network
    }
    guard means.files == .sandbox else { return [] }
    return ["/usr/bin/sandbox-exec", "-p", Self.profile(writingOnlyTo: program.folder.path)]
  }

  /// A shell that stays around the program, since the first process of a namespace ignores the
  /// signals by which programs end.
  ///
  /// Its helper waits for the end of descriptor 8, whose other end is ours: should we be killed,
  /// it ends the whole group. Core dumps are off, and what the shell says itself ("Illegal
  /// instruction") is dropped, as the ending says it.
  private static func script(_ descriptors: [Int32]) -> String {
    let closed = descriptors.filter { $0 > 2 }.map { "\($0)>&-" }.joined(separator: " ")
    return """
      ulimit -c 0
      cd "$1" || exit 126
      shift
      exec 9>&2 2>/dev/null
      (read -r line <&8; kill -9 0) </dev/null >/dev/null 9>&- \(closed) &
      "$@" 2>&9 8<&- 9>&-
      exit $?
      """
  }

  /// A profile for `sandbox-exec`: no network, and no writing but to the folder and to devices
  /// that keep nothing.
  private static func profile(writingOnlyTo folder: String) -> String {
    let path = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path
      .replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return """
      (version 1)
      (allow default)
      (deny network*)
      (deny file-write*)
      (allow file-write* (subpath "\(path)") (literal "/dev/null") (literal "/dev/tty"))
      """
  }
}
