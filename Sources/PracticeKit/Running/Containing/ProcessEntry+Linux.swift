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
      // The third field, as proc(5) counts them, is a letter; the second may hold anything.
      guard nameEnd + 4 < bytes.count else { return nil }
      let state = bytes[nameEnd + 2]
      let fields = Self.numbers(bytes[(nameEnd + 4)...])
      guard fields.count == Self.last - 3 else { return nil }
      self.pid = pid
      parent = pid_t(truncatingIfNeeded: fields[4 - 4])
      session = pid_t(truncatingIfNeeded: fields[6 - 4])
      threads = Int(fields[20 - 4])
      start = UInt64(clamping: fields[22 - 4])
      memory = Int(fields[Self.last - 4]) * Self.pageSize
      // While other threads of it go on, the first one is shown as a zombie too.
      isDead = (state == UInt8(ascii: "Z") || state == UInt8(ascii: "X")) && threads <= 1
    }

    /// How long its first thread was ready while the machine ran others: the second number of
    /// `/proc/<pid>/schedstat`, in nanoseconds; zero where the system keeps none.
    var waiting: Duration {
      guard let bytes = SmallFile.bytes(of: "/proc/\(pid)/schedstat", limit: 128) else {
        return .zero
      }
      let fields = bytes.split(whereSeparator: { $0 <= UInt8(ascii: " ") })
      guard fields.count > 1 else { return .zero }
      return .nanoseconds(Int64(String(decoding: fields[1], as: UTF8.self)) ?? 0)
    }

    /// The field with the pages of resident memory, behind which nothing is read.
    private static let last = 24

    /// The whole numbers from the fourth field on. Read by hand, since a program that multiplies
    /// is stopped the sooner, the sooner all processes have been looked through.
    private static func numbers(_ bytes: ArraySlice<UInt8>) -> [Int64] {
      var numbers: [Int64] = []
      numbers.reserveCapacity(last - 3)
      var number: Int64 = 0
      var isNegative = false
      for byte in bytes {
        switch byte {
        case UInt8(ascii: "-"): isNegative = true
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
          number = number &* 10 &+ Int64(byte - UInt8(ascii: "0"))
        default:
          numbers.append(isNegative ? -number : number)
          if numbers.count == last - 3 { return numbers }
          number = 0
          isNegative = false
        }
      }
      return numbers
    }

    private static let pageSize = sysconf(Int32(_SC_PAGESIZE))
  }
#endif
