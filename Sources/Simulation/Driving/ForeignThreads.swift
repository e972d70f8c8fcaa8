/// What the other threads of this process are doing, as far as the system tells.
///
/// The simulation owns one thread. Work that an answer sends elsewhere (a Dispatch queue, say)
/// runs in real time, so virtual time must not pass it by while it is busy.
enum ForeignThreads {
  /// How many threads there are besides the calling one; nil where nobody tells.
  static var count: Int? {
    #if canImport(Glibc)
      ProcessThreads.count.map { $0 - 1 }
    #else
      nil
    #endif
  }

  /// The names of the other threads that run or are about to; nil where nobody tells.
  static var busy: [String]? {
    #if canImport(Glibc)
      ProcessThreads.busy
    #else
      nil
    #endif
  }
}
