import Vocabulary

/// A name that keeps the rule of `FileStoring`, so that it can lead out of no folder.
struct FileName: Sendable {
  let text: String

  init(_ text: String) throws(FileError) {
    let bytes = text.utf8
    guard
      (1...255).contains(bytes.count), text != ".", text != "..",
      !bytes.contains(UInt8(ascii: "/")), !bytes.contains(0)
    else { throw .invalidName(text) }
    self.text = text
  }
}
