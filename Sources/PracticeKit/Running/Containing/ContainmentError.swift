import Foundation

/// Why a program could not be started. It has not run.
enum ContainmentError: Error, Hashable, CustomStringConvertible {
  /// A system call failed with this error number.
  case system(call: String, number: Int32)

  var description: String {
    switch self {
    case .system(let call, let number):
      "The program could not be started: \(call) failed: \(String(cString: strerror(number)))."
    }
  }
}
