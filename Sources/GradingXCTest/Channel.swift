#if canImport(XCTest)
  import Foundation
  import Grading

  /// The adapter's end of the line to the process that started the bundle.
  ///
  /// See ``/Grading/Commission`` for what it holds against.
  struct Channel {
    let commission: Commission
    private let descriptor: Int32
    private var number = 0

    /// Takes the commission, so that nobody after this call can: the pipe is read and closed, the
    /// variable is gone, and no child process inherits the descriptor for the records.
    ///
    /// - Returns: nil where nobody commissioned anything, as under `swift test` and in Xcode.
    static func take() -> Channel? {
      guard let named = getenv(Commission.variable).map({ String(cString: $0) }) else { return nil }
      unsetenv(Commission.variable)
      let descriptors = named.split(separator: ",").compactMap { Int32($0) }
      guard descriptors.count == 2, let line = readLine(of: descriptors[0]) else {
        complain("it has to name two descriptors, not '\(named)'")
        return nil
      }
      close(descriptors[0])
      do {
        let commission = try Commission(line: line)
        _ = fcntl(descriptors[1], F_SETFD, FD_CLOEXEC)
        return Channel(commission: commission, descriptor: descriptors[1])
      } catch {
        complain("what it leads to is no commission: \(error)")
        return nil
      }
    }

    /// Writes a record. Where it cannot be written it is lost, and so is what it would prove.
    mutating func tell(
      _ kind: GradingRecord.Kind, exercise: String, check: String,
      _ fill: (inout GradingRecord) -> Void = { _ in }
    ) {
      var record = GradingRecord(number, kind, exercise: exercise, check: check)
      fill(&record)
      guard let line = try? record.line(sealedWith: commission.secret) else { return }
      number += 1
      var rest = [UInt8](line)[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count > 0 {
          rest = rest.dropFirst(count)
        } else if errno != EINTR {
          return
        }
      }
    }

    /// The first line, at most as long as a commission can be.
    private static func readLine(of descriptor: Int32) -> Data? {
      var line = Data()
      var byte: UInt8 = 0
      while line.count < 65_536 {
        let count = read(descriptor, &byte, 1)
        if count == 1 {
          if byte == UInt8(ascii: "\n") { return line }
          line.append(byte)
        } else if count == 0 {
          return line
        } else if errno != EINTR {
          return nil
        }
      }
      return nil
    }

    private static func complain(_ words: String) {
      let sentence = "\(Commission.variable) was not understood: \(words).\n"
      FileHandle.standardError.write(Data(sentence.utf8))
    }
  }
#endif
