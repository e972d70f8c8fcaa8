public import Foundation
public import Vocabulary

/// Loads pictures the way it was done in 2017: callbacks, a list of completions for each URL, and
/// the main queue.
///
/// The list for a URL comes first, and whoever made it looks into the cache and asks the
/// transport. So look-up and registration are one step, and from any number of threads one call
/// reaches the transport. The list goes when the load ends, however it ends, and the next call
/// starts again.
///
/// Completions run on the main queue, in a job of their own: never inside ``load(_:for:completion:)``,
/// not even for a picture that is there. Each is called at most once: it is taken out under the
/// lock just before its call, and whoever is cancelled until then is not called. All who are not
/// cancelled are called, in the order in which they came.
///
/// Usable from any thread. The lock is held for a few instructions; the cache, the transport, the
/// decoder, the queue and the completions are called without it, so they may call back.
public final class CompletionLoader: Sendable {
  /// How a load ended: by the picture, or by the error of the transport or the decoder.
  public typealias Outcome = Result<Bitmap, any Error>
  /// Stops a transfer; the transport need not answer any more.
  public typealias Stop = @Sendable () -> Void
  /// Fetches the bytes at a URL, and answers once, on any thread, later or at once. An answer
  /// after the first, or after the stop, is ignored.
  public typealias Transport =
    @Sendable (
      _ url: URL, _ answer: @escaping @Sendable (Result<EncodedImage, any Error>) -> Void
    ) -> Stop
  /// Runs a job later, after those that it was given before, never inside the call. In an app
  /// that is `{ DispatchQueue.main.async(execute: $0) }`.
  public typealias MainQueue = @Sendable (_ job: @escaping @Sendable () -> Void) -> Void

  /// One call of `load`, by which it can be cancelled.
  public struct Ticket: Hashable, Sendable {
    fileprivate let number: Int
  }

  private struct Waiter {
    let url: URL
    /// The list on which it stands, by its number.
    let list: Int
    let call: @Sendable (Outcome) -> Void
  }

  private struct List {
    let number: Int
    var members: Set<Int> = []
    var stop: Stop?
  }

  private struct State {
    var lists: [URL: List] = [:]
    /// All who have not been called, also those whose turn is near and whose list has gone.
    var waiters: [Int: Waiter] = [:]
    /// The numbers of lists that all have left before it was known how to stop the transfer.
    var abandoned: Set<Int> = []
    var number = 0

    mutating func nextNumber() -> Int {
      number += 1
      return number
    }
  }

  private let state = Guarded(State())
  private let maxPixelSize: Int
  private let cache: any ImageCaching
  private let transport: Transport
  private let decode: @Sendable (EncodedImage, _ maxPixelSize: Int) throws -> Bitmap
  private let main: MainQueue

  /// A loader with nothing in flight.
  ///
  /// - Parameters:
  ///   - maxPixelSize: The upper bound for the longer side of all pictures, in pixels.
  ///   - cache: The memory tier.
  ///   - transport: Where bytes come from.
  ///   - decode: Makes a picture of them, on the thread on which the transport answers.
  ///   - main: Where completions run.
  public init(
    maxPixelSize: Int, cache: any ImageCaching, transport: @escaping Transport,
    decode: @escaping @Sendable (EncodedImage, _ maxPixelSize: Int) throws -> Bitmap,
    main: @escaping MainQueue
  ) {
    self.maxPixelSize = maxPixelSize
    self.cache = cache
    self.transport = transport
    self.decode = decode
    self.main = main
  }

  /// How many calls have not been answered.
  public var waitingCount: Int { state.withLock { $0.waiters.count } }

  /// Loads the picture at a URL, or joins the load in flight for it.
  ///
  /// - Parameters:
  ///   - url: Where the picture is.
  ///   - item: What the caller wants it for: handed back, so that the caller can look whether that
  ///     is still in its list, wherever it stands by now.
  ///   - completion: Told how the load ended, on the main queue. It may call the loader, and wait
  ///     for nothing.
  /// - Returns: What to cancel the call by.
  @discardableResult
  public func load<Item: Sendable>(
    _ url: URL, for item: Item,
    completion: @escaping @Sendable (_ item: Item, _ outcome: Outcome) -> Void
  ) -> Ticket {
    let (ticket, begun) = state.withLock { state in
      let id = state.nextNumber()
      var list = state.lists[url] ?? List(number: state.nextNumber())
      let isFirst = list.members.isEmpty
      list.members.insert(id)
      state.lists[url] = list
      state.waiters[id] = Waiter(url: url, list: list.number) { completion(item, $0) }
      return (Ticket(number: id), isFirst ? list.number : nil)
    }
    if let begun { begin(url, begun) }
    return ticket
  }

  /// Calls off one call: nothing is delivered to it any more. The transfer stops when the last who
  /// waits for it is gone; others do not notice.
  ///
  /// On the main queue that is certain once this returns. On any other thread the completion may
  /// be running at that very moment. After the completion, nothing happens.
  public func cancel(_ ticket: Ticket) {
    let (waiter, stop) = state.withLock { state -> (Waiter?, Stop?) in
      guard let waiter = state.waiters.removeValue(forKey: ticket.number) else {
        return (nil, nil)
      }
      guard var list = state.lists[waiter.url], list.number == waiter.list else {
        return (waiter, nil)
      }
      list.members.remove(ticket.number)
      if list.members.isEmpty, list.stop == nil { state.abandoned.insert(list.number) }
      // The next call makes a list of its own, so it inherits nothing from the stopped transfer.
      state.lists[waiter.url] = list.members.isEmpty ? nil : list
      return (waiter, list.members.isEmpty ? list.stop : nil)
    }
    stop?()
    // What the completion holds ends here, and not under the lock.
    withExtendedLifetime(waiter) {}
  }

  private func begin(_ url: URL, _ list: Int) {
    let stop = start(url, list)
    let isAbandoned = state.withLock { state in
      if state.lists[url]?.number == list { state.lists[url]?.stop = stop }
      return state.abandoned.remove(list) != nil
    }
    if isAbandoned { stop?() }
  }

  /// Ends the list by a hit, or asks the transport; returns how that is stopped.
  private func start(_ url: URL, _ list: Int) -> Stop? {
    let key = ImageKey(url: url, maxPixelSize: maxPixelSize)
    // The list is there, so no second caller can pass this look-up.
    if let hit = cache.image(for: key) {
      end(url, list, .success(hit))
      return nil
    }
    guard isCurrent(url, list) else { return nil }
    return transport(url) { [self] answer in
      guard isCurrent(url, list) else { return }
      let outcome = Outcome { try decode(answer.get(), maxPixelSize) }
      // Into the cache before the list goes: who comes in between finds one or the other.
      if case .success(let picture) = outcome { cache.insert(picture, for: key) }
      end(url, list, outcome)
    }
  }

  private func isCurrent(_ url: URL, _ list: Int) -> Bool {
    state.withLock { $0.lists[url]?.number == list }
  }

  private func end(_ url: URL, _ list: Int, _ outcome: Outcome) {
    let ended = state.withLock { state -> List? in
      guard state.lists[url]?.number == list else { return nil }
      return state.lists.removeValue(forKey: url)
    }
    guard let ended else { return }
    let line = ended.members.sorted()
    main { [self] in
      for number in line {
        // One at a time, since each may cancel those behind it.
        let waiter = state.withLock { $0.waiters.removeValue(forKey: number) }
        waiter?.call(outcome)
      }
    }
  }
}

/// A value behind a lock.
///
/// In place of `Mutex`: on Linux ThreadSanitizer does not see that one when threads wait for it,
/// and calls every use from two threads a race. It sees `NSLock`.
///
/// Unchecked: the value is touched with the lock held only.
private final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: sending Value) {
    self.value = value
  }

  /// Reads or changes the value while nobody else does. Not re-entrant.
  func withLock<Result>(_ body: (inout Value) -> sending Result) -> sending Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&value)
  }
}
