import Foundation
import PracticeKit

/// The process around ``Practice``.
@main
enum Main {
  static func main() {
    let result = Practice.run(Array(CommandLine.arguments.dropFirst()))
    FileHandle.standardOutput.write(Data(result.output.utf8))
    FileHandle.standardError.write(Data(result.errors.utf8))
    exit(result.status)
  }
}
