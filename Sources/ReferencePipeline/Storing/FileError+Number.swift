import Foundation
import Vocabulary

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension FileError {
  /// The error that an `errno` stands for, in a call about the file with a name.
  init(number: Int32, opening name: String) {
    switch number {
    case ENOENT: self = .notFound(name)
    case ENOSPC, EDQUOT: self = .noSpace
    default: self = .failed("\(String(cString: strerror(number))), at '\(name)'.")
    }
  }
}
