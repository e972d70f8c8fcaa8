/// Something that is wrong with an exercise of the kit.
struct Fault: Codable, Hashable, Sendable {
  /// The file or folder, by its path in the package; nil where it is about the whole exercise.
  var path: String?
  /// What is wrong and what to do.
  var sentence: String

  init(_ path: String? = nil, _ sentence: String) {
    self.path = path
    self.sentence = sentence
  }
}
