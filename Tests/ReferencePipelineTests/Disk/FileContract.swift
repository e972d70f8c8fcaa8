import Foundation
import Vocabulary

/// One rule of `FileStoring`, to be held against any conformer that starts with an empty folder.
struct FileContract: Sendable {
  let name: String
  /// Tries the rule, and returns sentences about what was wrong.
  let check: @Sendable (any FileStoring) async throws -> [String]

  static let all: [FileContract] = contents + names + lists + calls
}

extension FileContract {
  static let contents = [
    FileContract(name: "what was written is read, flushed or not") { files in
      try await files.write(Data("abc".utf8), to: "a")
      let before = try await files.read("a")
      try await files.flush("a")
      let after = try await files.read("a")
      return differs([before, after], [Data("abc".utf8), Data("abc".utf8)])
    },
    FileContract(name: "writing replaces, with less too") { files in
      try await files.write(Data(repeating: 1, count: 10_000), to: "a")
      try await files.write(Data("ab".utf8), to: "a")
      return differs(try await files.read("a"), Data("ab".utf8))
    },
    FileContract(name: "appending creates, and goes on at the end") { files in
      try await files.append(Data("ab".utf8), to: "a")
      try await files.append(Data(), to: "a")
      try await files.append(Data("cd".utf8), to: "a")
      return differs(try await files.read("a"), Data("abcd".utf8))
    },
    FileContract(name: "an empty file is a file") { files in
      try await files.write(Data(), to: "a")
      try await files.append(Data(), to: "b")
      try await files.flush("b")
      let found = try await (files.read("a"), files.read("b"))
      return differs([found.0, found.1], [Data(), Data()])
    },
    FileContract(name: "slices and large contents arrive whole") { files in
      let large = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
      let slice = large[100_000..<250_000]
      try await files.write(slice, to: "a")
      try await files.append(slice.suffix(7), to: "a")
      let found = try await files.read("a")
      return differs(found, Data(slice) + Data(slice.suffix(7)))
        + differs(found.startIndex, 0)
    },
  ]

  static let names = [
    FileContract(name: "a rename takes the place of a file") { files in
      try await files.write(Data("new".utf8), to: "a.tmp")
      try await files.write(Data("old".utf8), to: "a")
      try await files.rename("a.tmp", to: "a")
      return differs(try await files.read("a"), Data("new".utf8))
        + differs(try await files.list().map(\.name), ["a"])
    },
    FileContract(name: "a rename to its own name changes nothing") { files in
      try await files.write(Data("abc".utf8), to: "a")
      try await files.rename("a", to: "a")
      return differs(try await files.read("a"), Data("abc".utf8))
    },
    FileContract(name: "what is not there cannot be found") { files in
      try await files.write(Data("abc".utf8), to: "b")
      var found: [FileError?] = []
      found.append(await failure { _ = try await files.read("a") })
      found.append(await failure { try await files.flush("a") })
      found.append(await failure { try await files.remove("a") })
      found.append(await failure { try await files.rename("a", to: "b") })
      return differs(found, Array(repeating: .notFound("a"), count: 4))
        + differs(try await files.read("b"), Data("abc".utf8))
    },
    FileContract(name: "a removed name is free again") { files in
      try await files.write(Data("abc".utf8), to: "a")
      try await files.remove("a")
      let gone = await failure { _ = try await files.read("a") }
      try await files.append(Data("d".utf8), to: "a")
      return differs(gone, .notFound("a")) + differs(try await files.read("a"), Data("d".utf8))
    },
    FileContract(name: "names that break the rule are refused by every call") { files in
      let long = String(repeating: "n", count: 256)
      try await files.write(Data("abc".utf8), to: "a")
      var complaints: [String] = []
      for name in ["", ".", "..", "a/b", "/", "../a", "a\0b", long, "é" + long.dropFirst(2)] {
        var found: [FileError?] = []
        found.append(await failure { _ = try await files.read(name) })
        found.append(await failure { try await files.write(Data(), to: name) })
        found.append(await failure { try await files.append(Data(), to: name) })
        found.append(await failure { try await files.flush(name) })
        found.append(await failure { try await files.rename("a", to: name) })
        found.append(await failure { try await files.rename(name, to: "a") })
        found.append(await failure { try await files.remove(name) })
        complaints += differs(found, Array(repeating: .invalidName(name), count: 7))
      }
      return complaints + differs(try await files.read("a"), Data("abc".utf8))
    },
    FileContract(name: "all other names are good") { files in
      let names = [
        "...", ".hidden", " ", "a b", "a:b", "a\\b", "%2F", "é😀", "-rf", "*", "line\nbreak",
        String(repeating: "n", count: 255),
      ]
      for name in names { try await files.write(Data(name.utf8), to: name) }
      var complaints: [String] = []
      for name in names { complaints += differs(try await files.read(name), Data(name.utf8)) }
      return complaints
        + differs(try await files.list().map(\.name).sorted(), names.sorted())
    },
  ]

  static let lists = [
    FileContract(name: "an empty folder lists nothing") { files in
      differs(try await files.list(), [])
    },
    FileContract(name: "a list has every file once, with its length") { files in
      for count in 0..<300 { try await files.write(Data(count: count), to: "file \(count)") }
      try await files.remove("file 7")
      let found = try await files.list().sorted { $0.byteCount < $1.byteCount }
      let expected = (0..<300).filter { $0 != 7 }
        .map { FileEntry(name: "file \($0)", byteCount: $0) }
      return differs(found, expected)
    },
  ]

  static let calls = [
    FileContract(name: "cancelling the caller interrupts nothing") { files in
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await files.write(Data("abc".utf8), to: "a.tmp")
        try await files.flush("a.tmp")
        try await files.rename("a.tmp", to: "a")
        return try await files.read("a")
      }
      return differs(try await task.value, Data("abc".utf8))
    },
    FileContract(name: "calls at once take effect one at a time") { files in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<40 {
          group.addTask {
            try await files.append(Data(repeating: UInt8(number), count: 1000), to: "log")
            try await files.write(Data(repeating: UInt8(number), count: 1000), to: "last")
          }
        }
        try await group.waitForAll()
      }
      let (log, last) = try await (files.read("log"), files.read("last"))
      let blocks = stride(from: 0, to: log.count, by: 1000).map { Set(log[$0..<$0 + 1000]) }
      return differs(blocks.map(\.count), Array(repeating: 1, count: 40))
        + differs(Set(blocks).count, 40) + differs(Set(last).count, 1)
        + differs(last.count, 1000)
    },
  ]

  private static func differs<Value: Equatable>(_ found: Value, _ expected: Value) -> [String] {
    found == expected ? [] : ["Found \(found) and not \(expected)."]
  }

  private static func failure(
    _ call: @Sendable () async throws -> Void
  ) async -> FileError? {
    do {
      try await call()
      return nil
    } catch {
      return error as? FileError ?? .failed("The error is not a FileError: \(error)")
    }
  }
}
