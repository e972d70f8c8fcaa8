#if os(Linux)
  import Foundation

  /// Calls of the system that the C library has no function for, or none that Swift imports.
  ///
  /// The numbers are the same on all architectures from 424 on.
  enum SystemCall {
    /// Kills the process that had this number and began then, and never another one to which the
    /// system has given the number since.
    ///
    /// Where the kernel gives no handle (before 5.3, or in a strict container) a moment remains in
    /// which that could happen.
    static func kill(_ pid: pid_t, begun start: UInt64) {
      let handle = Int32(truncatingIfNeeded: call(434, Int(pid), 0, 0))
      defer { if handle >= 0 { close(handle) } }
      // The handle first: if what has the number now is the one that is meant, so is the handle's.
      guard ProcessEntry(pid)?.start == start else { return }
      if handle >= 0 {
        _ = call(424, Int(handle), Int(SIGKILL), 0)
      } else {
        _ = Foundation.kill(pid, SIGKILL)
      }
    }

    /// `syscall` takes a variable number of arguments, which Swift does not import; on Linux such
    /// a function takes whole numbers as any other does.
    static func call(
      _ number: Int, _ first: Int, _ second: Int, _ third: Int, _ last: Int = 0
    ) -> Int {
      symbol("syscall", as: Function.self)?(number, first, second, third, last) ?? -1
    }

    /// A function of the C library by its name.
    static func symbol<Function>(_ name: String, as type: Function.Type) -> Function? {
      dlsym(dlopen(nil, RTLD_LAZY), name).map { unsafeBitCast($0, to: type) }
    }

    private typealias Function = @convention(c) (Int, Int, Int, Int, Int) -> Int
  }
#endif
