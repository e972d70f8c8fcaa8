import Synchronization
import Vocabulary

/// The screens over a pipeline, held weakly, and what they are still to be told.
///
/// Changes wait for the main actor. Of two changes of one picture the later one counts: it takes
/// the place of the earlier one, so that neither their tasks nor their screens can mix them up.
final class Screens: Sendable {
  private struct Place {
    weak var screen: (any ScreenListening)?
  }

  private struct Change {
    let kind: ImageKind
    let key: ImageKey
    var picture: Bitmap
  }

  private struct State {
    var places: [Place] = []
    var changes: [Change] = []
  }

  private let addresses: Addresses
  private let state = Mutex(State())

  init(addresses: Addresses) {
    self.addresses = addresses
  }

  func attach(_ screen: any ScreenListening) {
    state.withLock { state in
      state.places.removeAll { $0.screen == nil || $0.screen === screen }
      state.places.append(Place(screen: screen))
    }
  }

  /// Tells all screens that memory is short, before this returns.
  func tell(_ signal: MemorySignal) {
    for screen in all { screen.memoryRunsShort(signal) }
  }

  /// Tells all screens that there is a connection again, in a turn of the main actor.
  func tellConnectionReturned(delay: @escaping @Sendable () -> Duration) {
    Task { @MainActor in
      for screen in all { screen.connectionReturned(delay: delay) }
    }
  }

  /// The screens that are there, in the order in which they came.
  private var all: [any ScreenListening] { state.withLock { $0.places.compactMap(\.screen) } }

  /// Tells all screens that a picture is another one now, in a turn of the main actor.
  ///
  /// - Parameters:
  ///   - kind: The kind of the picture.
  ///   - key: Its key in memory.
  ///   - picture: What it is now.
  func note(_ kind: ImageKind, _ key: ImageKey, _ picture: Bitmap) {
    let isFirst = state.withLock { state in
      guard state.places.contains(where: { $0.screen != nil }) else { return false }
      if let place = state.changes.firstIndex(where: { $0.kind == kind && $0.key == key }) {
        state.changes[place].picture = picture
        return false
      }
      state.changes.append(Change(kind: kind, key: key, picture: picture))
      return state.changes.count == 1
    }
    guard isFirst else { return }
    Task { @MainActor in tellChanges() }
  }

  @MainActor
  private func tellChanges() {
    let changes = state.withLock { state in
      defer { state.changes = [] }
      return state.changes
    }
    for screen in all {
      for change in changes {
        screen.pictureChanged(
          PictureChange(change.picture) { [addresses] request in
            request.kind == change.kind && addresses[request].memoryKey == change.key
          })
      }
    }
  }
}
