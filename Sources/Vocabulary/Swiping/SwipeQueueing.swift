/// Keeps what the user wished until the server has answered it, through the end of the app.
///
/// May be called from any task. Operations are sent one at a time, in the order in which they
/// were added; the next one goes after the answer to the one before.
public protocol SwipeQueueing: Sendable {
  /// Takes an operation in, behind those that wait already.
  ///
  /// On return it outlasts the end of the app; it has not been sent before, and waits for a
  /// ``drain()``. Waits for the disk and never for the network. Operations take the order of the
  /// calls. One that is waiting already is not added again, so the same one may be tried again
  /// after an error.
  ///
  /// - Throws: ``FileError``, and then the operation is not, and will not be, in the queue, save
  ///   after ``FileError/ended``, where the next launch tells. Cancelling the calling task does
  ///   not interrupt the call.
  func add(_ operation: SwipeOperation) async throws

  /// Sends what waits, and returns when nothing waits any more or it was given up for now.
  ///
  /// To be called at launch, after an ``add(_:)``, on reconnecting and on coming to the
  /// foreground. A call during a drain joins it, so several in one turn are one. Cancelling the
  /// calling task does not stop it, since others may have joined.
  func drain() async

  /// What waits for its answer, in order. Some may have been sent, and even been counted.
  ///
  /// - Throws: ``FileError`` where that cannot be read.
  func pending() async throws -> [SwipeOperation]

  /// The operation that was added last, answered or not; it outlasts the end of the app too. Nil
  /// where there has been none.
  ///
  /// - Throws: ``FileError`` where that cannot be read.
  func last() async throws -> SwipeOperation?

  /// Sets who hears the answers, in order and one at a time, in place of the one before.
  ///
  /// Answers wait for a listener; those that are there already are told before this returns, save
  /// those that a drain has begun to tell. An answer is told when the listener has returned. It is
  /// told once, and once more after the end of the app where it is not certain that it was told.
  /// The listener may add, but must not wait for a drain, which waits for it. One that throws is
  /// told nothing any more, and the answer waits for the next listener, of a later launch too.
  func listen(_ listener: @escaping @Sendable (SwipeAnswer) async throws -> Void) async
}
