public import Foundation
import Simulation
import Vocabulary

/// All requests of one transport, in the order in which they started.
///
/// It is also the rule by which a transfer lives: it starts, may respond once, delivers, and ends
/// once. Whatever comes after the end is refused and leaves no trace, for any order in which the
/// timer of a chunk and a stop come. Every operation takes constant time, unless it says more.
public struct TransferLog: Sendable {
  /// One entry for each request.
  public private(set) var records: [TransferRecord] = []
  /// How many transfers run now.
  public private(set) var running: Int = 0
  /// How many ran at once at the most.
  public private(set) var highWater: Int = 0
  /// How many bytes of bodies were delivered.
  public private(set) var totalBytes: Int = 0
  private var starts: [URL: Int] = [:]

  /// A log without entries.
  public init() {}

  /// How many requests of a URL were started.
  public func starts(of url: URL) -> Int { starts[url, default: 0] }

  /// The requests of a URL, in order. Linear in the number of all requests.
  public func records(of url: URL) -> [TransferRecord] {
    records.filter { $0.request.url == url }
  }

  // MARK: The life of a transfer

  /// Notes the start of a request and gives it its place.
  mutating func start(
    _ request: TransportRequest, at instant: SimulatedClock.Instant
  ) -> TransferRecord {
    starts[request.url, default: 0] += 1
    let record = TransferRecord(
      id: records.count, number: starts(of: request.url), request: request, start: instant)
    records.append(record)
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
    if record != nil { running -= 1 }
    return record
  }

  private mutating func change(
    _ id: Int, _ body: (inout TransferRecord) -> Bool
  ) -> TransferRecord? {
    guard records.indices.contains(id), records[id].isRunning, body(&records[id]) else {
      return nil
    }
    return records[id]
  }
}
