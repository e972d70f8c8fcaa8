#if os(Linux)
  import Foundation

  /// One line of the system's table of processes, from `/proc/<pid>/stat`.
  struct ProcessEntry {
    let pid: pid_t
    let parent: pid_t
    /// The session, which is that of the parent unless the process has begun one of its own.
    let session: pid_t
    /// When it started, in ticks since the machine did.
    let start: UInt64
    let threads: Int
    /// Bytes of resident memory.
    let memory: Int
    /// Whether it has ended and only waits to be reaped.
    let isDead: Bool

    /// Reads the entry; nil where there is no such process.
    init?(_ pid: pid_t) {
      guard let bytes = SmallFile.bytes(of: "/proc/\(pid)/stat", limit: 1_024),
        let nameEnd = bytes.lastIndex(of: UInt8(ascii: ")"))
      else { return nil }
      // From the third field on, as proc(5) counts them: the second may hold anything.
      let fields = bytes[(nameEnd + 1)...].split(separator: UInt8(ascii: " "))
        .map { String(decoding: $0, as: UTF8.self) }
      guard fields.count > 21, let parent = pid_t(fields[1]), let session = pid_t(fields[3]),
        let threads = Int(fields[17]), let start = UInt64(fields[19]), let pages = Int(fields[21])
      else { return nil }
      self.pid = pid
      self.parent = parent
      self.session = session
      self.start = start
      self.threads = threads
      memory = pages * Self.pageSize
      // While other threads of it go on, the first one is shown as a zombie too.
      isDead = (fields[0] == "Z" || fields[0] == "X") && threads <= 1
    }

    private static let pageSize = sysconf(Int32(_SC_PAGESIZE))
  }
#endif
