import Foundation
import PracticeKit

/// The process around ``Practice``.
@main
enum Main {
  static func main() {
    let result = Practice.run(Array(CommandLine.arguments.dropFirst()))
    do {
      try FileHandle.standardError.write(contentsOf: Data(result.errors.utf8))
      try FileHandle.standardOutput.write(contentsOf: Data(result.output.utf8))
    } catch {
      // Closed or full: there may be nowhere to say so, but the exit status can.
      try? FileHandle.standardError.write(
        contentsOf: Data(
          "Error: The output could not be written. \(error.localizedDescription)\n".utf8))
      exit(max(result.status, 1))
    }
    exit(result.status)
  }
}
