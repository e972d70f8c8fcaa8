/// A type that stands for a number, so that each session can have a protocol class of its own.
///
/// A configuration carries classes and nothing else that reaches a protocol on every platform:
/// the Foundation of Linux does not pass the additional headers on to it. Binary digits keep the
/// names short: the depth is the logarithm of the number of sessions.
protocol Marking {}

/// The number zero.
enum NoMark: Marking {}
/// Twice another number.
enum EvenMark<Rest: Marking>: Marking {}
/// Twice another number, and one.
enum OddMark<Rest: Marking>: Marking {}

/// The protocol class of one session.
final class MarkedURLProtocol<Mark: Marking>: ScriptedURLProtocol {}

extension Marking {
  fileprivate static func appending(isOdd: Bool) -> any Marking.Type {
    isOdd ? OddMark<Self>.self : EvenMark<Self>.self
  }

  fileprivate static var protocolClass: ScriptedURLProtocol.Type { MarkedURLProtocol<Self>.self }
}

extension ScriptedURLProtocol {
  /// The class that belongs to a number: another one for each.
  static func marked(_ number: UInt64) -> ScriptedURLProtocol.Type {
    var mark: any Marking.Type = NoMark.self
    for digit in String(number, radix: 2) { mark = mark.appending(isOdd: digit == "1") }
    return mark.protocolClass
  }
}
