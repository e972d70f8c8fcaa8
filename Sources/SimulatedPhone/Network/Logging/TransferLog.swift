public import Foundation
import Simulation
import Vocabulary

/// All requests of one transport, in the order in which they started.
///
/// It is also the rule by which a transfer lives: it starts, may respond once, delivers, and ends
/// once. Whatever comes after the end is refused and leaves no trace, for any order in which the
/// timer of a chunk and a stop come. Every operation takes constant time, unless it says more.
public struct TransferLog: Sendable {
  /// One entry for each request; none where the log was made to keep totals only.
  public private(set) var records: [TransferRecord] = []
  /// How many requests were started.
  public private(set) var started: Int = 0
  /// How many transfers run now.
  public private(set) var running: Int = 0
  /// How many ran at once at the most.
  public private(set) var highWater: Int = 0
  /// How many bytes of bodies were delivered.
  public private(set) var totalBytes: Int = 0
  /// How many of them belong to transfers that finished.
  public private(set) var finishedBytes: Int = 0
  private let keepsRecords: Bool
  /// The entries of the transfers that run, where the others are not kept.
  private var current: [Int: TransferRecord] = [:]
  /// How many requests each URL had, by its fingerprint: a URL takes thirty times as much.
  private var starts: [UInt64: Int32] = [:]

  /// A log without entries.
  ///
  /// - Parameter keepsRecords: Whether there are entries for transfers that are over. Otherwise the
  ///   log has the totals, and what it keeps of a URL is how many requests there were.
  public init(keepsRecords: Bool = true) {
    self.keepsRecords = keepsRecords
  }

  /// How many requests of a URL were started.
  public func starts(of url: URL) -> Int {
    Int(starts[UInt64(fingerprintOf: url.absoluteString), default: 0])
  }

  /// The requests of a URL, in order. Linear in the number of all requests.
  public func records(of url: URL) -> [TransferRecord] {
    records.filter { $0.request.url == url }
  }

  // MARK: The life of a transfer

  /// Notes the start of a request and gives it its place.
  mutating func start(
    _ request: TransportRequest, at instant: SimulatedClock.Instant
  ) -> TransferRecord {
    let url = UInt64(fingerprintOf: request.url.absoluteString)
    starts[url, default: 0] += 1
    let record = TransferRecord(
      id: started, number: Int(starts[url, default: 0]), request: request, start: instant)
    if keepsRecords { records.append(record) } else { current[record.id] = record }
    started += 1
    running += 1
    highWater = max(highWater, running)
    return record
  }

  /// Notes the response; returns the entry, or nil where the transfer has responded or ended.
  mutating func respond(
    _ id: Int, _ status: Int, at instant: SimulatedClock.Instant
  ) -> TransferRecord? {
    change(id) { record in
      guard record.status == nil else { return false }
      record.status = status
      record.response = instant
      return true
    }
  }

  /// Counts bytes of the body; returns the entry, or nil where there is no response or the
  /// transfer has ended.
  mutating func deliver(_ id: Int, _ count: Int) -> TransferRecord? {
    let record = change(id) { record in
      guard record.status != nil else { return false }
      record.bytes += count
      return true
    }
    if record != nil { totalBytes += count }
    return record
  }

  /// Notes the end; returns the entry, or nil where the transfer has ended before.
  mutating func end(
    _ id: Int, _ outcome: TransferOutcome, at instant: SimulatedClock.Instant
  ) -> TransferRecord? {
    let record = change(id) { record in
      record.outcome = outcome
      record.end = instant
      return true
    }
    if let record {
      running -= 1
      if outcome == .finished { finishedBytes += record.bytes }
      current[id] = nil
    }
    return record
  }

  private mutating func change(
    _ id: Int, _ body: (inout TransferRecord) -> Bool
  ) -> TransferRecord? {
    guard keepsRecords else {
      guard var record = current[id], body(&record) else { return nil }
      current[id] = record
      return record
    }
    guard records.indices.contains(id), records[id].isRunning, body(&records[id]) else {
      return nil
    }
    return records[id]
  }
}
