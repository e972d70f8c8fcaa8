import FlingThrough500Rows
import Grading
import Vocabulary

extension World {
  /// How a loader says that its loads have ended, once all is quiet.
  func counts(of loader: ImageLoader) async throws -> LoadCounts {
    try await untilQuiet()
    // Asked at run time, so that an answer without counts still builds and fails here only.
    guard let loader = (loader as Any) as? any LoadCounting else {
      try expect("the loader tells how its loads have ended", false, got: "it has no counts")
      return LoadCounts()
    }
    return await loader.counts
  }
}
