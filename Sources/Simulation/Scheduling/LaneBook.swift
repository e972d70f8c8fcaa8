/// The lanes of one simulation and which of them have ended.
final class LaneBook: Sendable {
  private struct Entry {
    var name: String
    var cancel: (@Sendable () -> Void)?
  }

  private struct State {
    var entries: [Int: Entry] = [:]
    var lastNumber = 0
  }

  private let state = Guarded(State())

  /// Notes a lane that is about to start; returns the number under which it ends.
  func begin(_ name: String) -> Int {
    state.withLock { state in
      state.lastNumber += 1
      state.entries[state.lastNumber] = Entry(name: name)
      return state.lastNumber
    }
  }

  /// Notes how to cancel a lane, unless it has ended already.
  func setCancellation(of lane: Int, _ cancel: @escaping @Sendable () -> Void) {
    state.withLock { $0.entries[lane]?.cancel = cancel }
  }

  func end(_ lane: Int) {
    state.withLock { $0.entries[lane] = nil }
  }

  /// The lanes that have not ended, in the order in which they began.
  var unfinished: [Lane] {
    state.withLock { state in
      state.entries.sorted { $0.key < $1.key }.map { Lane(name: $0.value.name, number: $0.key) }
    }
  }

  /// Cancels the tasks of all lanes that have not ended.
  func cancelAll() {
    let cancels = state.withLock { state in
      state.entries.sorted { $0.key < $1.key }.compactMap(\.value.cancel)
    }
    cancels.forEach { $0() }
  }
}
