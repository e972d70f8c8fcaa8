import Foundation
import ReferencePipeline
import Synchronization
import Vocabulary

/// Collects what is drawn of a run, from any thread, in bounded memory.
final class RunRecorder: Sendable {
  private struct State {
    var thinning: EventThinning
    var count = 0
    /// How many launches are over.
    var launch = 0
    var memory: MemoryTrack
    /// When the last piece came of a picture that is not decoded yet.
    var received: [ImageKey: Duration] = [:]
  }

  private let state: Mutex<State>
  /// Whether events are kept.
  let keepsEvents: Bool

  init(eventLimit: Int, interval: Duration) {
    keepsEvents = eventLimit > 0
    state = Mutex(
      State(
        thinning: EventThinning(limit: eventLimit), memory: MemoryTrack(interval: interval)))
  }

  var memory: MemoryTrack { state.withLock { $0.memory } }

  /// The events so far by row and time, every how many rows they are there for one, and how many
  /// there were.
  var events: (kept: [FeedEvent], stride: Int, count: Int) {
    state.withLock { ($0.thinning.sorted, $0.thinning.stride, $0.count) }
  }

  func sample(_ bytes: Int, at instant: Duration) {
    state.withLock { $0.memory.add(bytes, at: instant) }
  }

  /// Takes in what the list did. At one instant it comes after what the pipeline told.
  func add(_ kind: FeedEvent.Kind, row: Int, at instant: Duration) {
    state.withLock {
      Self.add(FeedEvent(kind, row: row, at: instant), rank: $0.launch * 2 + 1, to: &$0)
    }
  }

  /// Takes in that a launch is over, whose events come before those of the next.
  func endLaunch() { state.withLock { $0.launch += 1 } }

  /// Takes in what a pipeline told about a thumbnail.
  ///
  /// - Parameters:
  ///   - event: What was told.
  ///   - start: When the pipeline was made, from the start of the run.
  func add(_ event: PipelineEvent, since start: Duration) {
    guard let row = Int(event.key.url.lastPathComponent) else { return }
    let now = start + event.time
    state.withLock { state in
      func note(_ kind: FeedEvent.Kind, at instant: Duration = now) {
        Self.add(FeedEvent(kind, row: row, at: instant), rank: state.launch * 2, to: &state)
      }
      switch event.step {
      case .asked: note(.asked)
      case .joined: note(.joined)
      case .hit: note(.hit)
      case .received: state.received[event.key] = now
      case .decoded:
        if let arrival = state.received.removeValue(forKey: event.key) {
          note(.downloaded, at: arrival)
        }
        note(.decoded)
      case .failed: note(.failed)
      case .cancelled:
        state.received[event.key] = nil
        note(.cancelled)
      default: break
      }
    }
  }

  private static func add(_ event: FeedEvent, rank: Int, to state: inout State) {
    state.count += 1
    state.thinning.add(event, rank: rank)
  }
}
