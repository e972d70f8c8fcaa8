import NameTheNumbersSolution
import SimulatedPhone
import Simulation

/// Adds up the visits of rows to the screen in one launch, each when it ends.
@MainActor
final class VisitTally {
  private(set) var count = 0
  private(set) var shown = 0
  private(set) var waits = DurationSketch()
  private let recorder: RunRecorder

  init(_ recorder: RunRecorder) {
    self.recorder = recorder
  }

  func add(_ visit: FeedVisit) {
    count += 1
    if let wait = visit.wait {
      shown += 1
      waits.add(wait)
    }
    guard recorder.keepsEvents else { return }
    recorder.add(.appeared, row: visit.row, at: visit.visibleAt.offset)
    if let instant = visit.shownAt { recorder.add(.shown, row: visit.row, at: instant.offset) }
    if let instant = visit.leftAt { recorder.add(.left, row: visit.row, at: instant.offset) }
  }
}
