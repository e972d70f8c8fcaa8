import Foundation

/// Watches one program until it has ended, and clears away what it leaves.
struct Supervision {
  private let child: ChildProcess
  private var tree: ProcessTree
  private var watch: LimitWatch
  private var outlets: [Outlet]
  private let isNamespace: Bool
  /// The folder whose size is watched; nil where none is.
  private let folder: String?

  /// How it came to an end, with the system's account of it.
  typealias Outcome = (ending: ProcessEnding, usage: rusage)

  init(
    child: ChildProcess, tree: ProcessTree, limits: ProcessLimits, outlets: [Outlet],
    isNamespace: Bool, folder: String?
  ) {
    self.child = child
    self.tree = tree
    self.outlets = outlets
    self.isNamespace = isNamespace
    self.folder = folder
    watch = LimitWatch(limits)
  }

  /// Returns when the program and what it started have ended.
  mutating func run(
    from start: SuspendingClock.Instant, on clock: SuspendingClock, stop: StopSignal?
  ) -> Outcome {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)
    defer { buffer.deallocate() }
    var forced: ProcessEnding?
    // Without such a limit, as for a build, it is enough to know what will have to be cleared.
    let scanInterval = watch.limits.areAboutUsage ? Self.scanInterval : Self.calmInterval
    var nextSample = scanInterval
    var nextScan = scanInterval
    var nextFolder = Self.folderInterval
    while forced == nil, !child.hasEnded {
      waitForWords()
      let hasCome = readAll(into: buffer)
      let elapsed = clock.now - start
      if hasCome { watch.hear(at: elapsed) }
      var usage: ProcessUsage?
      if elapsed >= nextScan {
        usage = tree.scan()
        nextScan = clock.now - start + scanInterval
        nextSample = elapsed + Self.sampleInterval
      } else if watch.limits.areAboutUsage, elapsed >= nextSample {
        usage = tree.sample()
        nextSample = elapsed + Self.sampleInterval
      }
      if let folder, elapsed >= nextFolder {
        let files = FolderSize.bytes(of: folder, upTo: watch.limits.files)
        usage = usage ?? ProcessUsage()
        usage?.files = files
        nextFolder = clock.now - start + Self.folderInterval
      }
      if let limit = watch.look(usage, at: elapsed) { forced = .over(limit) }
      if stop?.isGiven == true { forced = forced ?? .stopped }
    }
    return finish(forced, buffer)
  }

  /// What to tell of it.
  mutating func report(_ outcome: Outcome, elapsed: Duration) -> ProcessReport {
    var ending = outcome.ending
    let memory = Self.peakMemory(outcome.usage)
    // Until it executes another program, a child counts our memory as its own.
    var ours = rusage()
    #if canImport(Glibc)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &ours)
    #else
      getrusage(RUSAGE_SELF, &ours)
    #endif
    if memory > Self.peakMemory(ours), watch.account(memory: memory), !Self.isForced(ending) {
      ending = .over(.memory)
    }
    let channels = outlets.compactMap { outlet in outlet.channel.map { ($0, outlet.kept) } }
    return ProcessReport(
      ending: ending, output: outlets[0].kept, channels: Dictionary(uniqueKeysWithValues: channels),
      elapsed: elapsed, processorTime: Self.processorTime(outcome.usage), peak: watch.peak)
  }

  private static let sampleInterval: Duration = .milliseconds(10)
  private static let scanInterval: Duration = .milliseconds(20)
  private static let calmInterval: Duration = .milliseconds(500)
  private static let folderInterval: Duration = .milliseconds(100)

  /// Waits a few milliseconds, or until a pipe has something to read.
  private func waitForWords() {
    var waits = outlets.filter { !$0.isAtEnd }.map {
      pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
    }
    // With all pipes closed it is most likely about to end.
    _ = poll(&waits, nfds_t(waits.count), waits.isEmpty ? 1 : 5)
  }

  /// - Returns: Whether a channel has brought something.
  private mutating func readAll(into buffer: UnsafeMutableRawBufferPointer) -> Bool {
    var hasCome = false
    for index in outlets.indices {
      let came = outlets[index].read(into: buffer)
      if came, outlets[index].channel != nil { hasCome = true }
    }
    return hasCome
  }

  /// Kills all that is left, then reads what is left, then reaps.
  private mutating func finish(
    _ forced: ProcessEnding?, _ buffer: UnsafeMutableRawBufferPointer
  ) -> Outcome {
    let clock = ContinuousClock()
    let patience = clock.now + .seconds(20)
    // A namespace that has ended by itself has taken all that was in it along.
    let isClear = isNamespace && forced == nil && child.hasExited
    if forced != nil, !isNamespace { child.killGroup() }
    // In a namespace the program around the first process reaps it and then ends by itself. A
    // second without its end, and it is killed too.
    let courtesy = clock.now + .seconds(1)
    var alive = isClear ? 0 : tree.killDescendants()
    while alive > 0 || !child.hasEnded, clock.now < patience {
      if clock.now > courtesy { child.killGroup() }
      _ = poll(nil, 0, 1)
      alive = tree.killDescendants()
    }
    child.killGroup()
    _ = readAll(into: buffer)
    let (ending, usage) = child.reap()
    return (forced ?? ending, usage)
  }

  private static func isForced(_ ending: ProcessEnding) -> Bool {
    switch ending {
    case .exited, .signalled: false
    case .over, .stopped: true
    }
  }

  /// Bytes: Linux counts in kibibytes, Apple's systems in bytes.
  private static func peakMemory(_ usage: rusage) -> Int {
    #if os(Linux)
      usage.ru_maxrss << 10
    #else
      usage.ru_maxrss
    #endif
  }

  private static func processorTime(_ usage: rusage) -> Duration {
    Duration(usage.ru_utime) + Duration(usage.ru_stime)
  }
}
