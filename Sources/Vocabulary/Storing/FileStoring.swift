public import Foundation

/// One folder of a file system, as steps between any two of which the app may end.
///
/// Three rules say what is there after the end of the app or of the phone:
///
/// - **Contents are safe once flushed.** Of the bytes that ``write(_:to:)`` and
///   ``append(_:to:)`` handed over since the last ``flush(_:)`` of that file, any prefix may have
///   reached the disk, none and all included. `write` gives the former contents up at once.
/// - **Names change as a whole.** The creation of a file, ``rename(_:to:)`` and ``remove(_:)``
///   either happened or did not, happen in the order of the calls, and are safe when the call
///   returns. A conformer does for that what its platform needs.
/// - **A rename flushes nothing.** Contents that were not safe under the old name are not safe
///   under the new one.
///
/// While the app runs, each read sees all that was handed over before, flushed or not. Contents
/// carry no checksum: a bit that flips at rest is read as it is. No date of use is kept. A folder
/// for caches may be emptied by the system between any two steps.
///
/// A name has 1 to 255 bytes of UTF-8, none of them `/` or NUL, and is neither `.` nor `..`. Two
/// names that differ in nothing but capitals may be one file.
///
/// May be called from any task. Calls take effect one at a time; a call that was made after
/// another had returned takes effect after it. Cancelling the calling task does not interrupt a
/// call. Each throws ``FileError`` and no other error, ``FileError/invalidName(_:)`` for a name
/// that breaks the rule and ``FileError/ended`` after the end of the app.
public protocol FileStoring: Sendable {
  /// The contents of a file. Linear in their length.
  ///
  /// - Throws: ``FileError/notFound(_:)``.
  func read(_ name: String) async throws -> Data

  /// Gives a file new contents, and creates it where it is absent.
  ///
  /// - Throws: ``FileError/noSpace``, and then the file holds a prefix of the new contents.
  func write(_ contents: Data, to name: String) async throws

  /// Puts bytes at the end of a file, and creates it where it is absent.
  ///
  /// - Throws: ``FileError/noSpace``, and then a prefix of the bytes may have been put there.
  func append(_ bytes: Data, to name: String) async throws

  /// Makes the contents of a file safe; on return they outlast the end of the app.
  ///
  /// - Throws: ``FileError/notFound(_:)``.
  func flush(_ name: String) async throws

  /// Gives a file another name, in place of the file that has it.
  ///
  /// At any moment the new name stands for one of the two files, never for none or a mixture.
  ///
  /// - Throws: ``FileError/notFound(_:)``, and then nothing has changed. After any other error it
  ///   may have happened or not, as where the new name could not be made safe.
  func rename(_ name: String, to newName: String) async throws

  /// Removes a file. Needs no space.
  ///
  /// - Throws: ``FileError/notFound(_:)``.
  func remove(_ name: String) async throws

  /// All files of the folder, in no particular order.
  func list() async throws -> [FileEntry]
}
