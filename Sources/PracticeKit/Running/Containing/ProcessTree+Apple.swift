#if canImport(Darwin)
  import Darwin

  /// The processes in the group of one that we started.
  ///
  /// What has left the group is out of sight here: the system has no call that adopts orphans.
  struct ProcessTree {
    private let root: pid_t

    /// The group that the process leads. The mark is of no use here.
    init(root: pid_t, mark: String) {
      self.root = root
    }

    /// Looks at all processes of the group. O(processes in it).
    func scan() -> ProcessUsage {
      members.reduce(into: ProcessUsage()) { usage, pid in
        var info = proc_taskinfo()
        let size = Int32(MemoryLayout<proc_taskinfo>.size)
        guard proc_pidinfo(pid, PROC_PIDTASKINFO, 0, &info, size) == size else { return }
        usage.memory += Int(info.pti_resident_size)
        usage.threads += Int(info.pti_threadnum)
        usage.processes += 1
      }
    }

    /// The same as ``scan()``.
    func sample() -> ProcessUsage { scan() }

    /// Kills all of the group except the root.
    ///
    /// - Returns: How many were still alive.
    func killDescendants() -> Int {
      let others = members.filter { $0 != root }
      for pid in others { _ = kill(pid, SIGKILL) }
      return others.count
    }

    private var members: [pid_t] {
      var pids = [pid_t](repeating: 0, count: 4_096)
      let size = Int32(pids.count * MemoryLayout<pid_t>.size)
      let bytes = proc_listpids(UInt32(PROC_PGRP_ONLY), UInt32(root), &pids, size)
      return pids.prefix(max(0, Int(bytes)) / MemoryLayout<pid_t>.size).filter { $0 > 0 }
    }
  }
#endif
