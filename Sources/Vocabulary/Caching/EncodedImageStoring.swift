public import Foundation

/// The disk tier: encoded pictures by URL, one for all sizes at which a photo is shown.
///
/// All that it holds can be downloaded again, and the system may empty it at any moment. So
/// nothing here throws: what cannot be read is absent, what cannot be written is not kept. May be
/// called from any task; a call that is made after another has returned takes effect after it.
/// Cancelling the calling task does not interrupt a call.
public protocol EncodedImageStoring: Sendable {
  /// The bytes for the URL, whole and as they were given, which counts as a use of them; nil
  /// otherwise.
  ///
  /// Sees an insert that has returned, whether or not it has reached the disk.
  func image(for url: URL) async -> EncodedImage?

  /// Takes bytes in, in place of those for the same URL. Others may go for them.
  func insert(_ image: EncodedImage, for url: URL) async

  /// Lets go of the bytes for the URL. Nothing happens without any.
  func remove(_ url: URL) async
}
