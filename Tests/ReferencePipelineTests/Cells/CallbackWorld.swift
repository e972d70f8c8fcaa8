import CompletionListSolution
import Foundation
import Vocabulary

/// A callback transport, a cache and a main queue in a test's hand, for real threads too.
///
/// Unchecked: the state is touched with the lock held only. It is an `NSLock`, since
/// ThreadSanitizer does not see a contended `Mutex` on Linux.
final class CallbackWorld: @unchecked Sendable {
  struct Failure: Error, Equatable {}

  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var answers: [Int: @Sendable (Result<EncodedImage, any Error>) -> Void] = [:]
    var asked: [URL] = []
    var stopped: [Int] = []
    var isOnMain = false
    var log: [String] = []
  }

  let cache = KeptPictures()
  private let lock = NSLock()
  private var state = State()

  /// Whether the transport answers before its call returns.
  let answersAtOnce: Bool

  init(answersAtOnce: Bool = false) {
    self.answersAtOnce = answersAtOnce
  }

  // MARK: What there is to see

  /// The URLs of all calls of the transport, in order.
  var asked: [URL] { lock.withLock { state.asked } }
  /// The numbers of the calls that were stopped, in order.
  var stopped: [Int] { lock.withLock { state.stopped } }
  /// Whether a job of the main queue runs.
  var isOnMain: Bool { lock.withLock { state.isOnMain } }
  /// How many jobs wait for the main queue.
  var jobCount: Int { lock.withLock { state.jobs.count } }
  /// What the completions noted, in order.
  var log: [String] { lock.withLock { state.log } }

  func note(_ entry: String) { lock.withLock { state.log.append(entry) } }

  // MARK: The seams

  /// A loader over the seams of this world, or with another memory tier.
  func makeLoader(over other: (any ImageCaching)? = nil) -> CompletionLoader {
    CompletionLoader(
      maxPixelSize: 360, cache: other ?? cache, transport: transport,
      decode: { image, size in
        guard !image.data.isEmpty else { throw Failure() }
        return HeldLoads.picture(HeldLoads.key(Int(image.data[image.data.startIndex]), size))
      },
      main: { job in self.lock.withLock { self.state.jobs.append(job) } })
  }

  @Sendable
  private func transport(
    _ url: URL, _ answer: @escaping @Sendable (Result<EncodedImage, any Error>) -> Void
  ) -> CompletionLoader.Stop {
    let number = lock.withLock {
      state.asked.append(url)
      state.answers[state.asked.count - 1] = answer
      return state.asked.count - 1
    }
    if answersAtOnce { self.answer(number) }
    return { self.lock.withLock { self.state.stopped.append(number) } }
  }

  // MARK: The test's hand

  /// Answers a call of the transport with the photo of its URL. It can be done twice.
  func answer(_ number: Int) {
    let url = lock.withLock { state.asked[number] }
    let photo = UInt8(url.lastPathComponent) ?? 0
    answer(number, .success(EncodedImage(Data([photo]))))
  }

  func answer(_ number: Int, _ result: Result<EncodedImage, any Error>) {
    lock.withLock { state.answers[number] }?(result)
  }

  /// Lets go of the answers, as a transport does when all is over.
  func forgetAnswers() {
    let answers = lock.withLock {
      defer { state.answers = [:] }
      return state.answers
    }
    withExtendedLifetime(answers) {}
  }

  /// Runs what the main queue has been given, also what comes meanwhile, one job at a time.
  func runMain() {
    while let job = takeJob() {
      job()
      lock.withLock { state.isOnMain = false }
    }
  }

  private func takeJob() -> (@Sendable () -> Void)? {
    lock.withLock {
      guard !state.jobs.isEmpty, !state.isOnMain else { return nil }
      state.isOnMain = true
      return state.jobs.removeFirst()
    }
  }
}
