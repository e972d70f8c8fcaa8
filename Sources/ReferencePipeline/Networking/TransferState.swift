import Foundation
import Vocabulary

/// What a transfer has brought, and what may still be handed out of it: all its rules, and no
/// thread.
///
/// It waits for a head, then takes chunks, and ends once: whole, by an error, or stopped by its
/// client. What comes after the end is refused. Every operation takes constant time on average.
struct TransferState {
  /// Status and header.
  struct Head: Sendable {
    var status: Int
    var headers: HeaderFields
  }

  /// The answer to a reader.
  enum Reading<Value> {
    /// Nothing yet, and more may come.
    case wait
    case ready(Value)
    /// Told once; the end afterwards.
    case failed(TransportError)
    /// There is nothing more: the end was read, or the client stopped it.
    case stopped
  }

  private enum Phase {
    case running
    case ended(TransportError?)
    case stopped
  }

  private let method: RequestMethod
  private let unreadLimit: Int
  private var phase = Phase.running
  private var head: Head?
  /// From `firstUnread` on, those that are not read yet.
  private var chunks: [Data] = []
  private var firstUnread = 0
  /// How many bytes wait for their reader.
  private(set) var unreadBytes = 0
  /// Whether the transfer has to pause, since its reader is behind: from the limit on, until half
  /// of it is left.
  private(set) var isPaused = false
  private var receivedBytes = 0

  init(_ method: RequestMethod, unreadLimit: Int) {
    self.method = method
    self.unreadLimit = unreadLimit
  }

  var isStopped: Bool {
    if case .stopped = phase { true } else { false }
  }

  var hasHead: Bool { head != nil }

  private var isRunning: Bool {
    if case .running = phase { true } else { false }
  }

  // MARK: What the session tells

  /// Takes the head; false where the transfer is over.
  mutating func respond(_ head: Head) -> Bool {
    guard isRunning else { return false }
    self.head = head
    return true
  }

  /// Takes a chunk. One that comes after the end leaves no trace.
  mutating func receive(_ data: Data) {
    guard isRunning, hasHead, !data.isEmpty else { return }
    receivedBytes += data.count
    chunks.append(data)
    unreadBytes += data.count
    if unreadBytes >= unreadLimit { isPaused = true }
  }

  /// Takes the end, unless there was one.
  mutating func complete(_ error: TransportError?) {
    guard isRunning else { return }
    phase = .ended(error ?? missingPart)
    isPaused = false
  }

  /// Stops it; false where it was over already.
  mutating func stop() -> Bool {
    defer {
      phase = .stopped
      chunks = []
      firstUnread = 0
      unreadBytes = 0
      isPaused = false
    }
    return isRunning
  }

  /// The error of a transfer that ends without an error, and not whole.
  private var missingPart: TransportError? {
    guard let head else { return .connectionLost }
    guard method != .head, head.status != 204, head.status != 304 else { return nil }
    guard let declared = head.declaredLength else { return nil }
    return receivedBytes < declared ? .connectionLost : nil
  }

  // MARK: What the reader asks

  /// Whether ``readHead()`` has an answer.
  var hasHeadNews: Bool { hasHead || !isRunning }

  /// Whether ``readChunk()`` has an answer.
  var hasBodyNews: Bool { firstUnread < chunks.count || !isRunning }

  mutating func readHead() -> Reading<Head> {
    if case .stopped = phase { return .stopped }
    if let head { return .ready(head) }
    if case .ended(let error) = phase { return .failed(error ?? .connectionLost) }
    return .wait
  }

  mutating func readChunk() -> Reading<Data> {
    if firstUnread < chunks.count {
      let chunk = chunks[firstUnread]
      drop(chunk)
      return .ready(chunk)
    }
    switch phase {
    case .running:
      return .wait
    case .ended(let error?):
      phase = .ended(nil)
      return .failed(error)
    case .ended(nil), .stopped:
      return .stopped
    }
  }

  private mutating func drop(_ chunk: Data) {
    // The bytes go at once; the places of those that were read, when they are half of all.
    chunks[firstUnread] = Data()
    firstUnread += 1
    if firstUnread * 2 >= chunks.count {
      chunks.removeFirst(firstUnread)
      firstUnread = 0
    }
    unreadBytes -= chunk.count
    if unreadBytes <= unreadLimit / 2 { isPaused = false }
  }
}

extension TransferState.Head {
  /// The length that the body has to have, in bytes.
  fileprivate var declaredLength: Int? {
    TransportResponse(status: status, headers: headers, body: .init { nil }).declaredLength
  }
}
