#if os(Linux)
  import Foundation

  /// The kernel's own sandbox, which needs no rights: what a thread gives up with it, the
  /// processes that it starts never have.
  ///
  /// Source: the kernel's `Documentation/userspace-api/landlock.rst`; the numbers of the calls
  /// are the same on all architectures.
  enum Landlock {
    /// The version of the interface; 0 where the kernel has none or forbids it.
    static let version: Int = max(0, SystemCall.call(createRuleset, 0, 0, 1))

    /// Gives up, for the calling thread and all that it starts, to change any file outside the
    /// folder, to signal processes that it did not start (from version 6), and on request TCP
    /// (from version 4).
    ///
    /// - Returns: Whether it did; where not, nothing was given up but new privileges.
    static func restrictThread(writingOnlyTo folder: String, withoutTCP: Bool) -> Bool {
      guard version >= 1 else { return false }
      var attributes: [UInt64] = [writes]
      if version >= 4 { attributes.append(withoutTCP ? 0b11 : 0) }
      // Abstract sockets and signals.
      if version >= 6 { attributes.append(0b11) }
      let ruleset = attributes.withUnsafeBytes {
        SystemCall.call(createRuleset, address($0.baseAddress), $0.count, 0)
      }
      guard ruleset >= 0 else { return false }
      defer { close(Int32(ruleset)) }
      guard allow(writes, beneath: folder, in: ruleset) else { return false }
      for device in ["/dev/null", "/dev/zero", "/dev/full", "/dev/tty", "/dev/random"] {
        _ = allow(writes & fileRights, beneath: device, in: ruleset)
      }
      guard let control = SystemCall.symbol("prctl", as: Control.self), control(38, 1, 0, 0, 0) == 0
      else { return false }
      return SystemCall.call(restrictSelf, ruleset, 0, 0) == 0
    }

    /// Makes orphans among our descendants our own children instead of the system's.
    static func adoptOrphans() {
      _ = SystemCall.symbol("prctl", as: Control.self)?(36, 1, 0, 0, 0)
    }

    private static let createRuleset = 444
    private static let addRule = 445
    private static let restrictSelf = 446

    /// Rights that a plain file can have: write, truncate, and control of devices.
    private static let fileRights: UInt64 = 1 << 1 | 1 << 14 | 1 << 15

    /// All rights that change something: write a file, remove, make, and from later versions on
    /// link or rename across folders, truncate, control devices.
    private static var writes: UInt64 {
      var rights: UInt64 = 1 << 1
      for bit in 4...12 { rights |= 1 << UInt64(bit) }
      if version >= 2 { rights |= 1 << 13 }
      if version >= 3 { rights |= 1 << 14 }
      if version >= 5 { rights |= 1 << 15 }
      return rights
    }

    private static func allow(_ rights: UInt64, beneath path: String, in ruleset: Int) -> Bool {
      let pathOnly: Int32 = 0o10_000_000
      let descriptor = open(path, pathOnly | O_CLOEXEC)
      guard descriptor >= 0 else { return false }
      defer { close(descriptor) }
      // A packed structure: eight bytes of rights, four of descriptor.
      var rule = withUnsafeBytes(of: rights) { Array($0) }
      rule += withUnsafeBytes(of: descriptor) { Array($0) }
      let beneath = 1
      return rule.withUnsafeBytes {
        SystemCall.call(addRule, ruleset, beneath, address($0.baseAddress), 0) == 0
      }
    }

    private static func address(_ pointer: UnsafeRawPointer?) -> Int {
      pointer.map { Int(bitPattern: $0) } ?? 0
    }

    private typealias Control = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
  }
#endif
