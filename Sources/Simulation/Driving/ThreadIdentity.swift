#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Which thread this is, cheap enough to ask at every job.
struct ThreadIdentity: Equatable, Sendable {
  private let address: UInt

  static var current: ThreadIdentity {
    #if canImport(Glibc)
      ThreadIdentity(address: UInt(pthread_self()))
    #else
      // A pointer on the other systems.
      ThreadIdentity(address: UInt(bitPattern: pthread_self()))
    #endif
  }
}
