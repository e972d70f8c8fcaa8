#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension MainActor {
  /// Whether the calling code runs on the main actor; false outside a task.
  ///
  /// Answers for a plain function that knows nothing of its caller, where the compiler cannot
  /// and the public checks trap. It compares the executor that the runtime names as the current
  /// one (stdlib/public/Concurrency/Actor.cpp, `swift_task_getCurrentExecutor`) with that of the
  /// main actor. The thread tells nothing: in a simulation all actors share one. A runtime that
  /// is linked statically does not tell, and then this is false.
  static var isCurrent: Bool {
    guard let current = RunningExecutor.find else { return false }
    return current().identity == MainActor.sharedUnownedExecutor.identity
  }
}

private enum RunningExecutor {
  typealias Find = @convention(thin) () -> UnownedSerialExecutor

  static let find: Find? = dlsym(dlopen(nil, RTLD_LAZY), "swift_task_getCurrentExecutor").map {
    unsafeBitCast($0, to: Find.self)
  }
}

extension UnownedSerialExecutor {
  /// The first word of an executor reference, which points at the executor; zero for none.
  fileprivate var identity: UInt {
    unsafeBitCast(self, to: (UInt, UInt).self).0
  }
}
