import Foundation

/// A program to be run contained: what, with what, and where.
struct Program: Hashable, Sendable {
  /// The path of the executable; it is not looked up.
  var executable: String
  var arguments: [String] = []
  /// The whole environment; nothing of ours is added but the mark by which we know our own.
  var environment: [String: String] = [:]
  /// The working directory, and with ``isConfined`` the only folder that can be written to.
  var folder: URL
  /// What it can read from ``inputDescriptor``, which then ends; of more than 4 KiB the rest is
  /// dropped.
  var input = Data()
  /// The descriptor of ``input``: standard input, or one from 3 to 7. Standard input is empty then.
  var inputDescriptor: Int32 = 0
  /// The descriptors, from 3 to 7, on which it reports; each is a pipe that we read.
  var channels: [Int32] = []
  /// Whether it runs without network, without write access outside its folder and without a way
  /// to hide from its end, as far as the system has the means. Without it the limits hold, and its
  /// process group is ended.
  var isConfined = true
}
