import Vocabulary

/// Sends what waits: one drain at a time, and one more for those who asked while it ran.
///
/// So a reconnect and a return to the foreground in one turn are one drain, and a swipe that was
/// stored when the queue had just looked for the last time does not wait for the next.
@MainActor
final class SwipeDrain {
  private let queue: any SwipeQueueing
  private let pause: WakeablePause
  private var isWanted = false
  private var task: Task<Void, Never>?

  /// A drain of a queue that pauses between attempts on the given one.
  init(of queue: any SwipeQueueing, pause: WakeablePause) {
    self.queue = queue
    self.pause = pause
  }

  /// Has everything sent that is stored by now. Does not end a pause.
  func run() {
    isWanted = true
    guard task == nil else { return }
    task = Task {
      while isWanted {
        isWanted = false
        pause.begin()
        await queue.drain()
      }
      task = nil
    }
  }
}
