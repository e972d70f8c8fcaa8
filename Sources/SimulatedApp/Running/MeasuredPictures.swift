import NameTheNumbersSolution
import ReferencePipeline
import Synchronization
import Vocabulary

/// Counts the wishes of a pipeline that does not count by itself.
final class MeasuredPictures: PictureProviding {
  private struct State {
    var metrics = LoadMetrics()
    var lastID: UInt64 = 0
  }

  private let base: any PictureProviding
  private let state = Mutex(State())

  init(_ base: any PictureProviding) {
    self.base = base
  }

  var metrics: LoadMetrics { state.withLock { $0.metrics } }

  func cachedImage(for request: ImageRequest) -> Bitmap? {
    guard let picture = base.cachedImage(for: request) else { return nil }
    let id = begin(.visible)
    end(id, .memoryHit)
    return picture
  }

  func image(for request: ImageRequest, priority: LoadPriority) async throws -> Bitmap {
    let id = begin(priority)
    do {
      let picture = try await base.image(for: request, priority: priority)
      end(id, .loaded)
      return picture
    } catch {
      end(id, error is CancellationError ? .cancelled : .failed)
      throw error
    }
  }

  func attach(_ screen: any ScreenListening) { base.attach(screen) }

  func show(_ image: Bitmap, for request: ImageRequest, afterVisible: Duration) {
    base.show(image, for: request, afterVisible: afterVisible)
  }

  func hide(_ request: ImageRequest) { base.hide(request) }

  func release(_ request: ImageRequest) { base.release(request) }

  func respond(to signal: MemorySignal) { base.respond(to: signal) }

  private func begin(_ priority: LoadPriority) -> LoadEvent.LoadID {
    state.withLock { state in
      state.lastID += 1
      let id = LoadEvent.LoadID(rawValue: state.lastID)
      state.metrics.record(LoadEvent(load: id, step: .requested(priority)))
      return id
    }
  }

  private func end(_ id: LoadEvent.LoadID, _ step: LoadEvent.Step) {
    state.withLock { $0.metrics.record(LoadEvent(load: id, step: step)) }
  }
}
