public import Grading
public import Vocabulary

extension World {
  /// Whether a cell shows the picture for a key by the time that all is quiet.
  ///
  /// A cell that waits still does not; nobody waits with it.
  public func shows(_ cell: Task<Bitmap, any Error>, _ key: ImageKey) async throws -> Bool {
    let shown = Tally()
    Task { if await cell.shows(key) { shown.note() } }
    try await untilQuiet()
    return shown.count > 0
  }
}
