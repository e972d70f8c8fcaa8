extension UnownedSerialExecutor {
  /// The executor of code that is on no actor, on which the runtime may switch inline.
  ///
  /// The runtime's own workers run their jobs on it. It has no public name; its representation
  /// is a null identity (swift/include/swift/ABI/Executor.h, `SerialExecutorRef::generic`).
  static var generic: UnownedSerialExecutor {
    unsafeBitCast((UInt(0), UInt(0)), to: UnownedSerialExecutor.self)
  }
}
