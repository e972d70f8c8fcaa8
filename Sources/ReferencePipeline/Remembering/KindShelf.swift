import Foundation
import HTTPForFreeSolution
import LRUYourselfSolution
import Synchronization
import TwoGBPhoneSolution
import Vocabulary

/// The memory tier of one kind, which knows how old its copies are and what is on screen.
///
/// A picture in memory is a copy like that on disk and has the same budget. What is on screen is
/// found even where the tier has let go of it.
final class KindShelf: ImageCaching {
  /// What is known of a picture, or, at size zero, of a photo in all sizes.
  private struct Note {
    /// Of the copy, for kinds that grow old. One that has been forgotten is asked about.
    var label: Envelope.Label?
    /// Whether the server does not want it kept: it is on the screen and nowhere else.
    var isUnkept = false
    /// Whether it may be on its way to a place though it is not right any more.
    var isInDoubt = false

    var saysNothing: Bool { label == nil && !isUnkept && !isInDoubt }
  }

  private let memory: any ImageCaching
  private let relief: PressureRelief
  private let freshness: Freshness
  private let noteBytes: @Sendable () -> Void
  private let noteChange: @Sendable (ImageKey, Bitmap) -> Void
  /// More than can be under way at once.
  private let notes = Mutex(LRUCache<ImageKey, Note>(costLimit: 4_096))

  /// A shelf over the tier of one kind.
  ///
  /// - Parameters:
  ///   - memory: The tier.
  ///   - relief: Knows what is on screen.
  ///   - freshness: Judges how old copies may be.
  ///   - noteBytes: Called whenever a picture has been taken in.
  ///   - noteChange: Told the key and the picture where another one is on screen.
  init(
    memory: any ImageCaching, relief: PressureRelief, freshness: Freshness,
    noteBytes: @escaping @Sendable () -> Void,
    noteChange: @escaping @Sendable (ImageKey, Bitmap) -> Void
  ) {
    self.memory = memory
    self.relief = relief
    self.freshness = freshness
    self.noteBytes = noteBytes
    self.noteChange = noteChange
  }

  // MARK: For those who draw

  /// The picture for a key, where it may be shown before the server has been asked, and whether
  /// the server should be asked behind it.
  func shown(_ key: ImageKey) -> (image: Bitmap, wantsRefresh: Bool)? {
    guard let image = relief.image(for: key) else { return nil }
    switch verdict(on: key) {
    case .show: return (image, false)
    case .showAndRefresh: return (image, true)
    case .ask: return nil
    }
  }

  /// The picture for a key, however old, where it was decoded from the body of that edition. Nil
  /// for kinds whose editions are not told apart.
  func held(_ key: ImageKey, edition: UInt64) -> Bitmap? {
    note(on: key).label?.edition == edition ? relief.image(for: key) : nil
  }

  /// Notes that a place shows a picture.
  ///
  /// It may have changed while it was on its way there: then the place hears of that, too. Where
  /// its URL was invalidated, or the server does not want it kept, it is drawn, and found no more
  /// unless it is in memory.
  func show(_ image: Bitmap, for key: ImageKey) {
    let isInDoubt = note(on: key.resized(to: 0)).isInDoubt
    if isInDoubt || note(on: key).isUnkept {
      relief.showUnfound(key)
    } else {
      relief.show(image, for: key)
    }
    guard freshness.isTimed || isInDoubt, let present = memory.image(for: key) else { return }
    if relief.replace(key, with: present), present !== image { noteChange(key, present) }
  }

  /// The picture for a key, however old, unless the server forbids to show it unasked.
  func heldWhereAllowed(_ key: ImageKey) -> Bitmap? {
    if let label = note(on: key).label, !HTTPCachePolicy.mayShowAfterFailure(label.response) {
      return nil
    }
    return relief.image(for: key)
  }

  private func verdict(on key: ImageKey) -> Freshness.Verdict {
    guard freshness.isTimed else { return .show }
    guard let label = note(on: key).label else { return .showAndRefresh }
    return freshness.verdict(on: label, of: key.url)
  }

  // MARK: For loads

  /// The picture that a load may end with; nil where the server has to be asked, or should be.
  func image(for key: ImageKey) -> Bitmap? {
    guard LoadContext.current?.mustAsk != true, let shown = shown(key) else { return nil }
    return shown.wantsRefresh ? nil : shown.image
  }

  /// Takes a picture in with what its load knows of it. What the server does not want kept is not
  /// kept here either.
  func insert(_ image: Bitmap, for key: ImageKey) {
    let load = LoadContext.current
    if case .fetched(_, mayBeKept: false, _) = load?.reply {
      change(key) { $0.isUnkept = true }
      release(key)
      if relief.replace(key, with: nil) { noteChange(key, image) }
    } else {
      memory.insert(image, for: key)
      change(key) { note in
        note.isUnkept = false
        if freshness.isTimed, let label = load?.label { note.label = label }
      }
      noteBytes()
      if relief.replace(key, with: image) { noteChange(key, image) }
    }
  }

  /// Takes in that all pictures of a URL, as memory knows it, are not right any more, those among
  /// them that are on their way. To be called before they are removed.
  func invalidate(_ url: URL) {
    change(ImageKey(url: url, maxPixelSize: 0)) { $0.isInDoubt = true }
  }

  /// Lets go of a picture that is not right any more, also where it is on the screen: it goes on
  /// being drawn there, and is found no more.
  func remove(_ key: ImageKey) {
    relief.replace(key, with: nil)
    release(key)
  }

  /// Lets go of a picture that is right, and is found where it is on the screen.
  func release(_ key: ImageKey) {
    memory.remove(key)
    change(key) { $0.label = nil }
  }

  private func note(on key: ImageKey) -> Note {
    notes.withLock { $0.value(for: key) } ?? Note()
  }

  private func change(_ key: ImageKey, _ body: (inout Note) -> Void) {
    notes.withLock { notes in
      var note = notes.value(for: key) ?? Note()
      body(&note)
      if note.saysNothing {
        _ = notes.remove(key)
      } else {
        _ = notes.insert(note, for: key)
      }
    }
  }

  func trim(toBytes limit: Int) { memory.trim(toBytes: limit) }

  var byteCount: Int { memory.byteCount }
}
