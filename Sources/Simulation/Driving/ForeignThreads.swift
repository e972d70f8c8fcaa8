/// What the other threads of this process are doing, as far as the system tells.
///
/// The simulation owns one thread. Work that an answer sends elsewhere (a Dispatch queue, say)
/// runs in real time, so virtual time must not pass it by while it is busy.
enum ForeignThreads {
  struct Thread {
    /// The system's number of the thread.
    var number: Int
    var name: String
  }

  /// How many threads there are besides the calling one; nil where nobody tells.
  static var count: Int? {
    #if canImport(Glibc)
      ProcessThreads.count.map { $0 - 1 }
    #else
      nil
    #endif
  }

  /// The other threads that run or are about to, by name; nil where nobody tells.
  static var busy: [Thread]? {
    #if canImport(Glibc)
      ProcessThreads.busy
    #else
      nil
    #endif
  }
}
