import Foundation
import HTTPForFreeSolution
import StalenessBudgetSolution
import Vocabulary

/// A body with what is known of it, in one piece, as it lies on disk: neither can be there without
/// the other, and the validators outlast a relaunch.
///
/// The body comes first, so that it is taken out without a look at the rest.
struct Envelope: Sendable {
  /// What is known of a body.
  struct Label: Codable, Sendable {
    /// The response that brought it, for the rules of HTTP.
    var response: StoredResponse
    /// When it was last known to be right, for the budget of the screen.
    var stamp: FreshnessStamp
    /// Tells the body from others that were or will be at the same URL, where it may change: what
    /// was decoded from a body of the same edition is the same picture.
    var edition: UInt64
  }

  let body: EncodedImage
  var label: Label

  init(body: EncodedImage, label: Label) {
    self.body = body
    self.label = label
  }

  /// Opens what ``sealed()`` made; nil for anything else.
  init?(_ sealed: EncodedImage) {
    guard let end = Self.bodyEnd(of: sealed.data) else { return nil }
    let rest = sealed.data.dropLast(Self.lengthBytes).dropFirst(end)
    guard let label = try? JSONDecoder().decode(Label.self, from: Data(rest)) else { return nil }
    self.init(body: EncodedImage(sealed.data.prefix(end)), label: label)
  }

  /// Body, label, and the length of the label in four bytes.
  func sealed() -> EncodedImage {
    // A label holds numbers and texts only. Without one, the bytes are nothing that opens.
    let text = (try? JSONEncoder().encode(label)) ?? Data()
    var data = Data(capacity: body.byteCount + text.count + Self.lengthBytes)
    data.append(body.data)
    data.append(text)
    withUnsafeBytes(of: UInt32(text.count).littleEndian) { data.append(contentsOf: $0) }
    return EncodedImage(data)
  }

  /// The body alone; bytes that are no envelope are their own body, and a decoder will say so.
  static func body(of sealed: EncodedImage) -> EncodedImage {
    bodyEnd(of: sealed.data).map { EncodedImage(sealed.data.prefix($0)) } ?? sealed
  }

  private static let lengthBytes = 4

  private static func bodyEnd(of data: Data) -> Int? {
    guard data.count >= lengthBytes else { return nil }
    let length = data.suffix(lengthBytes).reversed().reduce(0) { $0 << 8 | Int($1) }
    let end = data.count - lengthBytes - length
    return end >= 0 ? end : nil
  }
}
