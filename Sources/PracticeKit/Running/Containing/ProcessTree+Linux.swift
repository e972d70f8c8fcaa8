#if os(Linux)
  import Foundation

  /// The processes that descend from one that we started, as `/proc` shows them.
  ///
  /// A process is known by its number and the instant of its start, so that a number which the
  /// system has given to another is never signalled.
  struct ProcessTree {
    private let root: pid_t
    private let mark: [UInt8]
    private var known: [pid_t: UInt64] = [:]

    /// The tree of a process whose descendants carry the mark in their environment unless they
    /// have erased it.
    init(root: pid_t, mark: String) {
      self.root = root
      self.mark = Array(mark.utf8)
    }

    /// Looks through all processes of the system for descendants, new ones too. O(processes).
    mutating func scan() -> ProcessUsage {
      let entries = Self.allProcesses()
      var children: [pid_t: [ProcessEntry]] = [:]
      for entry in entries { children[entry.parent, default: []].append(entry) }
      var found = entries.filter { $0.session == root || known[$0.pid] == $0.start }
      // Orphans that came to us: ours only where they carry the mark.
      found += (children[getpid()] ?? []).filter { $0.pid != root && carriesMark($0.pid) }
      var current: [pid_t: ProcessEntry] = [:]
      while let entry = found.popLast() {
        guard current.updateValue(entry, forKey: entry.pid) == nil else { continue }
        found += children[entry.pid] ?? []
      }
      known = current.mapValues(\.start)
      return Self.usage(of: current.values)
    }

    /// Looks at the descendants that the last scan found. O(descendants).
    func sample() -> ProcessUsage {
      Self.usage(
        of: known.compactMap { pid, start in
          ProcessEntry(pid).flatMap { $0.start == start ? $0 : nil }
        })
    }

    /// Kills all descendants except the root, and reaps those that became our children.
    ///
    /// - Returns: How many were still alive, or waited to be reaped by us and could not be yet.
    mutating func killDescendants() -> Int {
      _ = scan()
      var alive = 0
      // The oldest first: in a namespace the system ends all others along with it.
      for (pid, start) in known.sorted(by: { $0.value < $1.value }) where pid != root {
        guard let entry = ProcessEntry(pid), entry.start == start else { continue }
        if !entry.isDead { SystemCall.kill(pid, begun: start) }
        let isGone =
          entry.parent == getpid() ? waitpid(pid, nil, WNOHANG) != 0 : entry.isDead
        if !isGone { alive += 1 }
      }
      return alive
    }

    private func carriesMark(_ pid: pid_t) -> Bool {
      guard let environment = SmallFile.bytes(of: "/proc/\(pid)/environ", limit: 1 << 16) else {
        return false
      }
      return environment.split(separator: 0).contains { $0.elementsEqual(mark) }
    }

    private static func allProcesses() -> [ProcessEntry] {
      guard let folder = opendir("/proc") else { return [] }
      defer { closedir(folder) }
      var entries: [ProcessEntry] = []
      while let entry = readdir(folder) {
        if let pid = number(entry), let entry = ProcessEntry(pid) { entries.append(entry) }
      }
      return entries
    }

    /// The number that names the folder of a process; nil for all else.
    private static func number(_ entry: UnsafeMutablePointer<dirent>) -> pid_t? {
      withUnsafeBytes(of: &entry.pointee.d_name) { name in
        var number: pid_t = 0
        for byte in name {
          if byte == 0 { break }
          guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
          number = number &* 10 &+ pid_t(byte - UInt8(ascii: "0"))
        }
        return number
      }
    }

    private static func usage(of entries: some Sequence<ProcessEntry>) -> ProcessUsage {
      entries.reduce(into: ProcessUsage()) { usage, entry in
        guard !entry.isDead else { return }
        usage.memory += entry.memory
        usage.threads += entry.threads
        usage.processes += 1
        usage.waiting += entry.waiting
      }
    }
  }
#endif
