public import Vocabulary

/// A reused cell that never shows a picture of another row.
///
/// Three rules keep it so. What the cell draws changes in the same step as what it is bound to,
/// so the old picture is gone before anything is awaited. A reply counts only where it belongs to
/// the present binding: cancelling alone does not do, since a reply may lie in the queue of the
/// main actor already when the cell is bound again. And the present binding is told by an object
/// of its own, not by its key: a cell that was bound to A, to B and to A again waits for the second
/// A, and a late failure of the first is none of its business.
///
/// A reply that is dropped is lost for this cell only. The cell neither puts pictures into the
/// memory tier nor takes any out: that is done by the loader, which stores each picture that it has
/// completed before it hands it to anyone. Where the cell was the last to wait, and leaves before
/// the load is done, it is the loader's choice to stop it.
///
/// For a list that wants to be told, ``onDraw`` and the completions of ``bind(_:completion:)`` are
/// called when everything is settled, so they may bind the cell again.
@MainActor
public final class PhotoCell: ImageShowing {
  /// One call of `bind`, told from all others by its identity.
  private final class Binding {
    let key: ImageKey
    var task: Task<Void, Never>?
    var completion: Completion?

    init(key: ImageKey, completion: Completion?) {
      self.key = key
      self.completion = completion
    }

    deinit { task?.cancel() }
  }

  /// Told how the load of a binding ended.
  public typealias Completion = @MainActor (Result<Bitmap, any Error>) -> Void

  private let loader: any ImageLoading
  private let held: @MainActor (ImageKey) -> Bitmap?
  private var binding: Binding?

  /// What the cell puts on the screen; nil for the placeholder.
  public private(set) var drawn: Bitmap?

  /// Told what is to be drawn, whenever that has changed: sets the layer's contents, in an app.
  public var onDraw: (@MainActor (Bitmap?) -> Void)?

  /// A cell that is bound to nothing.
  ///
  /// - Parameters:
  ///   - loader: Where pictures come from that are not in memory.
  ///   - held: Looks a key up in the memory tier, at once. A hit is drawn in the very frame, and
  ///     the loader is not asked.
  public init(
    loader: any ImageLoading, held: @escaping @MainActor (ImageKey) -> Bitmap? = { _ in nil }
  ) {
    self.loader = loader
    self.held = held
  }

  /// What the cell is bound to; nil for nothing.
  public var key: ImageKey? { binding?.key }

  /// Shows the picture for a key from now on, or none; see ``bind(_:completion:)``.
  public func bind(_ key: ImageKey?) {
    bind(key, completion: nil)
  }

  /// Shows the picture for a key from now on, or none.
  ///
  /// With the key that it has, the cell keeps what it draws, or goes on to wait; after a failure it
  /// asks again.
  ///
  /// - Parameters:
  ///   - key: Which picture; nil for the placeholder.
  ///   - completion: Told once how that ended: for a picture in memory before this returns, else
  ///     later. Never called once the cell has been bound anew, be it to the same key, or given up.
  public func bind(_ key: ImageKey?, completion: Completion?) {
    if let key, key == binding?.key {
      binding?.completion = completion
      if let drawn { return report(.success(drawn)) }
      if binding?.task != nil { return }
    }
    replaceBinding(with: key.map { Binding(key: $0, completion: completion) })
  }

  /// Gives up what the cell shows: nothing is drawn any more, and nobody waits.
  public func prepareForReuse() {
    replaceBinding(with: nil)
  }

  private func replaceBinding(with next: Binding?) {
    let hit = next.flatMap { held($0.key) }
    let former = binding
    binding = next
    if let next, hit == nil { load(next) }
    // Whoever is called from here on may bind again: all is settled, and nothing follows that
    // would not ask again who is bound.
    former?.task?.cancel()
    draw(hit)
    if let hit, binding === next { report(.success(hit)) }
  }

  private func load(_ binding: Binding) {
    binding.task = Task { [weak self, weak binding, loader, key = binding.key] in
      // A row that flew by before its task had a turn asks for nothing.
      guard !Task.isCancelled else { return }
      let result: Result<Bitmap, any Error>
      do {
        result = .success(try await loader.image(for: key))
      } catch {
        result = .failure(error)
      }
      if let self, let binding { self.arrive(result, for: binding) }
    }
  }

  private func arrive(_ result: Result<Bitmap, any Error>, for binding: Binding) {
    // The check that everything hangs on: between the reply and this step the cell may have been
    // bound to anything, this key included.
    guard binding === self.binding else { return }
    binding.task = nil
    if case .success(let picture) = result { draw(picture) }
    if binding === self.binding { report(result) }
  }

  private func draw(_ picture: Bitmap?) {
    guard picture !== drawn else { return }
    drawn = picture
    onDraw?(picture)
  }

  /// Calls the completion of the present binding, which is taken away first: it may bind again.
  private func report(_ result: Result<Bitmap, any Error>) {
    let completion = binding?.completion
    binding?.completion = nil
    completion?(result)
  }
}
