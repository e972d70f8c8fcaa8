#if canImport(Glibc)
  import Glibc

  /// Reads the states of this process's threads from the proc file system.
  ///
  /// Asked whenever virtual time moves on, so the files stay open: the folder is read again only
  /// when the number of threads has changed or one of the known ones is gone.
  enum ProcessThreads {
    fileprivate struct Files {
      var descriptors: [(number: Int, descriptor: Int32)] = []
      /// The thread for which the files were opened: all others' are.
      var owner: ThreadIdentity?
    }

    private static let files = Guarded(Files())
    private static let folder = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC)

    /// How many threads there are, the calling one included.
    static var count: Int? {
      var status = stat()
      // A directory has two links of its own and one for each folder in it: one for each thread.
      guard folder >= 0, fstat(folder, &status) == 0 else { return nil }
      return max(1, Int(status.st_nlink) - 2)
    }

    /// The threads, other than the calling one, that run or are about to, by name.
    static var busy: [ForeignThreads.Thread]? {
      guard let count else { return nil }
      return files.withLock { files in
        if files.descriptors.count != count - 1 || files.owner != .current { files.reopen() }
        if let busy = files.busy { return busy }
        files.reopen()
        return files.busy ?? []
      }
    }

    fileprivate static var currentNumber: Int? {
      var buffer = [CChar](repeating: 0, count: 64)
      let length = readlink("/proc/thread-self", &buffer, buffer.count)
      guard length > 0 else { return nil }
      let link = String(decoding: buffer[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
      return link.split(separator: "/").last.flatMap { Int($0) }
    }
  }

  extension ProcessThreads.Files {
    fileprivate mutating func reopen() {
      descriptors.forEach { _ = close($0.descriptor) }
      descriptors = []
      owner = .current
      let own = ProcessThreads.currentNumber
      guard let folder = opendir("/proc/self/task") else { return }
      defer { closedir(folder) }
      while let entry = readdir(folder) {
        let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        guard let number = Int(name), number != own else { continue }
        let descriptor = open("/proc/self/task/\(number)/stat", O_RDONLY | O_CLOEXEC)
        if descriptor >= 0 { descriptors.append((number, descriptor)) }
      }
    }

    /// Nil when a thread is gone, so that its file cannot be read any more.
    fileprivate var busy: [ForeignThreads.Thread]? {
      var threads: [ForeignThreads.Thread] = []
      var buffer = [UInt8](repeating: 0, count: 128)
      for (number, descriptor) in descriptors {
        let length = pread(descriptor, &buffer, buffer.count, 0)
        guard length > 0 else { return nil }
        // The line reads `number (name) state …`; the name itself may hold brackets.
        guard let open = buffer[..<length].firstIndex(of: UInt8(ascii: "(")),
          let close = buffer[..<length].lastIndex(of: UInt8(ascii: ")")), close + 2 < length
        else { continue }
        let state = buffer[close + 2]
        if state == UInt8(ascii: "R") || state == UInt8(ascii: "D") {
          let name = String(decoding: buffer[(open + 1)..<close], as: UTF8.self)
          threads.append(.init(number: number, name: name))
        }
      }
      return threads.sorted { ($0.name, $0.number) < ($1.name, $1.number) }
    }
  }
#endif
