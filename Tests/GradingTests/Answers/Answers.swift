import Foundation
import Synchronization
import TenCellsOneAvatarSolution
import Vocabulary

/// Downloads and decodes one picture.
typealias Load = @Sendable (ImageKey) async throws -> Bitmap

/// Makes an answer over a load.
typealias MakeAnswer = @Sendable (@escaping Load) -> any ImageLoading

/// Right and wrong answers to "ten cells show one avatar".
enum Answers {
  static let right: MakeAnswer = { AvatarLoader(load: $0) }
  static let keyedByURLAlone: MakeAnswer = { KeyedByURLAlone(load: $0) }
  static let storedAfterAwait: MakeAnswer = { StoredAfterAwait(load: $0) }
  static let firstWaiterOnly: MakeAnswer = { FirstWaiterOnly(load: $0) }
  static let spinning: MakeAnswer = { Spinning(load: $0) }
  static let polling: MakeAnswer = { Polling(load: $0) }
  static let neverEnding: MakeAnswer = { NeverEnding(load: $0) }
  static let onAQueue: MakeAnswer = { OnAQueue(load: $0) }
  static let luck: MakeAnswer = { Luck(load: $0) }
}

/// The viewer gets the row's picture.
actor KeyedByURLAlone: ImageLoading {
  private let load: Load
  private var inFlight: [URL: Task<Bitmap, any Error>] = [:]

  init(load: @escaping Load) { self.load = load }

  func image(for key: ImageKey) async throws -> Bitmap {
    if let running = inFlight[key.url] { return try await running.value }
    let task = Task {
      defer { inFlight[key.url] = nil }
      return try await load(key)
    }
    inFlight[key.url] = task
    return try await task.value
  }
}

/// Looks, awaits, and stores what is no longer the only one.
actor StoredAfterAwait: ImageLoading {
  private let load: Load
  private var pictures: [ImageKey: Bitmap] = [:]

  init(load: @escaping Load) { self.load = load }

  func image(for key: ImageKey) async throws -> Bitmap {
    if let picture = pictures[key] { return picture }
    let picture = try await load(key)
    pictures[key] = picture
    return picture
  }
}

/// Resumes the first of those who wait, and forgets the others.
actor FirstWaiterOnly: ImageLoading {
  private let load: Load
  private var waiting: [ImageKey: [CheckedContinuation<Bitmap, any Error>]] = [:]
  /// Kept, so that a forgotten continuation is silent.
  private var forgotten: [CheckedContinuation<Bitmap, any Error>] = []

  init(load: @escaping Load) { self.load = load }

  func image(for key: ImageKey) async throws -> Bitmap {
    try await withCheckedThrowingContinuation { continuation in
      waiting[key, default: []].append(continuation)
      if waiting[key]?.count == 1 { Task { await run(key) } }
    }
  }

  private func run(_ key: ImageKey) async {
    let result: Result<Bitmap, any Error>
    do { result = .success(try await load(key)) } catch { result = .failure(error) }
    let continuations = waiting.removeValue(forKey: key) ?? []
    forgotten += continuations.dropFirst()
    continuations.first?.resume(with: result)
  }
}

/// The second caller yields until the first has its picture.
actor Spinning: ImageLoading {
  private let load: Load
  private var loading: Set<ImageKey> = []
  private var pictures: [ImageKey: Bitmap] = [:]

  init(load: @escaping Load) { self.load = load }

  func image(for key: ImageKey) async throws -> Bitmap {
    while !loading.insert(key).inserted {
      if let picture = pictures[key] { return picture }
      await Task.yield()
    }
    let picture = try await load(key)
    pictures[key] = picture
    return picture
  }
}

/// The second caller sleeps, raw, until the first has its picture.
actor Polling: ImageLoading {
  private let load: Load
  private var loading: Set<ImageKey> = []
  private var pictures: [ImageKey: Bitmap] = [:]

  init(load: @escaping Load) { self.load = load }

  func image(for key: ImageKey) async throws -> Bitmap {
    while !loading.insert(key).inserted {
      if let picture = pictures[key] { return picture }
      try await Task.sleep(for: .milliseconds(500))
    }
    let picture = try await load(key)
    pictures[key] = picture
    return picture
  }
}

/// Right, but starts something that nobody ends.
actor NeverEnding: ImageLoading {
  private let loader: AvatarLoader
  private let load: Load

  init(load: @escaping Load) {
    self.load = load
    loader = AvatarLoader(load: load)
  }

  func image(for key: ImageKey) async throws -> Bitmap {
    let picture = try await loader.image(for: key)
    Task { try await load(key.resized(to: 1)) }
    return picture
  }
}

/// Right, but goes through a queue.
final class OnAQueue: ImageLoading {
  private let loader: AvatarLoader
  private let queue = DispatchQueue(label: "answer")

  init(load: @escaping Load) { loader = AvatarLoader(load: load) }

  func image(for key: ImageKey) async throws -> Bitmap {
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    return try await loader.image(for: key)
  }
}

/// Suspends between the look-up and the entry: wrong only where another caller comes in between.
actor Luck: ImageLoading {
  private let load: Load
  private var inFlight: [ImageKey: Task<Bitmap, any Error>] = [:]

  init(load: @escaping Load) { self.load = load }

  func image(for key: ImageKey) async throws -> Bitmap {
    if let running = inFlight[key] { return try await running.value }
    // In order, the task below has stored itself before the next caller looks.
    let task = await Task { start(key) }.value
    return try await task.value
  }

  private func start(_ key: ImageKey) -> Task<Bitmap, any Error> {
    let task = Task {
      defer { inFlight[key] = nil }
      return try await load(key)
    }
    inFlight[key] = task
    return task
  }
}
