import Foundation

/// Bytes of which the beginning and the end are kept, and the middle is only counted.
///
/// Takes memory for twice the kept end at most, whatever is appended.
struct CappedOutput: Hashable, Sendable {
  private let headLimit: Int
  private let tailLimit: Int
  /// The first bytes.
  private(set) var head = Data()
  private var rest = Data()
  /// How many bytes were appended in all.
  private(set) var count = 0

  /// An empty one that keeps so many bytes of the beginning and of the end.
  init(head: Int, tail: Int) {
    headLimit = max(0, head)
    tailLimit = max(0, tail)
  }

  /// The last bytes, where they are not in the head already.
  var tail: Data { rest.suffix(tailLimit) }

  /// How many bytes between head and tail were dropped.
  var dropped: Int { count - head.count - min(rest.count, tailLimit) }

  /// The text, with a line that says so where something was dropped.
  var text: String {
    let beginning = String(decoding: head, as: UTF8.self)
    let end = String(decoding: tail, as: UTF8.self)
    guard dropped > 0 else { return beginning + end }
    return "\(beginning)\n[\(dropped) bytes of output left out]\n\(end)"
  }

  /// Takes in more bytes. Amortised O(n) in their number.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    count += bytes.count
    let room = max(0, min(headLimit - head.count, bytes.count))
    Self.append(bytes[..<room], to: &head)
    guard tailLimit > 0 else { return }
    Self.append(bytes[room...].suffix(tailLimit), to: &rest)
    if rest.count >= 2 * tailLimit { rest = Data(rest.suffix(tailLimit)) }
  }

  /// By address, since byte by byte a gigabyte takes minutes in a debug build.
  private static func append(_ bytes: Slice<UnsafeRawBufferPointer>, to data: inout Data) {
    let bytes = UnsafeRawBufferPointer(rebasing: bytes)
    guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
    data.append(start.assumingMemoryBound(to: UInt8.self), count: bytes.count)
  }
}
