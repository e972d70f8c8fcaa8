/// Takes a Swift source apart into words and marks, without comments, strings and regular
/// expressions; what stands in a string's interpolation is code again.
///
/// It need not understand more, since the compiler reads the same text next: where a literal does
/// not end, what comes of it here does not matter. Follows the lexical structure in *The Swift
/// Programming Language*, and `lib/Parse/Lexer.cpp` of the compiler where that is silent. O(bytes);
/// nesting takes memory and no stack.
struct SourceReader {
  /// The tokens in their order.
  private(set) var tokens: [SourceToken] = []

  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var lineStart = 0
  /// The strings whose interpolation is being read, and how many parentheses are open in it.
  private var strings: [(delimiter: Delimiter, parentheses: Int)] = []

  /// How a string begins and ends.
  private struct Delimiter {
    var numberSigns: Int
    var isMultiline: Bool
  }

  /// Reads a whole source.
  init(_ text: String) {
    bytes = Array(text.utf8)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    if starts(with: "#!") { skipLine() }
    while index < bytes.count { readNext() }
  }

  // MARK: Code

  private mutating func readNext() {
    let byte = bytes[index]
    switch byte {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): newLine()
    case 0...0x20: index += 1
    case UInt8(ascii: "/"): readSlash()
    case UInt8(ascii: "\""): readString(numberSigns: 0)
    case UInt8(ascii: "#"): readNumberSign()
    case UInt8(ascii: "`"): readQuotedWord()
    case _ where Self.isOfWord(byte): readWord()
    default: readMark(byte)
    }
  }

  private mutating func readMark(_ byte: UInt8) {
    if !strings.isEmpty, byte == UInt8(ascii: "(") { strings[strings.count - 1].parentheses += 1 }
    if let string = strings.last, byte == UInt8(ascii: ")") {
      if string.parentheses == 0 {
        strings.removeLast()
        index += 1
        return skipString(string.delimiter)
      }
      strings[strings.count - 1].parentheses -= 1
    }
    add(.mark(byte), at: index)
    index += 1
  }

  private mutating func readWord() {
    let start = index
    while index < bytes.count, Self.isOfWord(bytes[index]) { index += 1 }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    add(.word(text, isQuoted: false), at: start)
  }

  private mutating func readQuotedWord() {
    let start = index
    index += 1
    while let byte = byte(), byte != UInt8(ascii: "`"), !Self.endsLine(byte) { index += 1 }
    let text = String(decoding: bytes[start + 1..<index], as: UTF8.self)
    add(.word(text, isQuoted: true), at: start)
    if byte() == UInt8(ascii: "`") { index += 1 }
  }

  private mutating func readSlash() {
    if starts(with: "//") { return skipLine() }
    if starts(with: "/*") { return skipComment() }
    if let end = endOfBareExpression { index = end } else { readMark(UInt8(ascii: "/")) }
  }

  private mutating func readNumberSign() {
    let count = bytes[index...].prefix { $0 == UInt8(ascii: "#") }.count
    switch byte(count) {
    case UInt8(ascii: "\""):
      index += count
      readString(numberSigns: count)
    case UInt8(ascii: "/"):
      index += count + 1
      skip(until: "/" + String(repeating: "#", count: count))
    default:
      for _ in 0..<count { readMark(UInt8(ascii: "#")) }
    }
  }

  // MARK: Comments and regular expressions

  private mutating func skipLine() {
    while let byte = byte(), !Self.endsLine(byte) { index += 1 }
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      if starts(with: "/*") {
        depth += 1
        index += 2
      } else if starts(with: "*/") {
        depth -= 1
        index += 2
      } else {
        advance()
      }
    } while depth > 0 && index < bytes.count
  }

  /// The end of a regular expression between two slashes of one line; nil where the slash is an
  /// operator: after a value, before a space, or without another one in its line.
  private var endOfBareExpression: Int? {
    if index > 0, Self.endsValue(bytes[index - 1]) { return nil }
    guard let first = byte(1), first > 0x20 else { return nil }
    var end = index + 1
    while end < bytes.count, !Self.endsLine(bytes[end]) {
      if bytes[end] == UInt8(ascii: "/") { return end + 1 }
      end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    return nil
  }

  private mutating func skip(until mark: String) {
    while index < bytes.count, !starts(with: mark) { advance() }
    index = min(bytes.count, index + mark.utf8.count)
  }

  // MARK: Strings

  /// Reads from the first quotation mark on.
  private mutating func readString(numberSigns: Int) {
    let isMultiline = starts(with: "\"\"\"") && !(numberSigns > 0 && endsInLine(numberSigns))
    index += isMultiline ? 3 : 1
    skipString(Delimiter(numberSigns: numberSigns, isMultiline: isMultiline))
  }

  /// Whether what begins like a string of several lines ends in this one: `#"""#` is one mark.
  private func endsInLine(_ numberSigns: Int) -> Bool {
    let end = "\"" + String(repeating: "#", count: numberSigns)
    var place = index + 2
    while place < bytes.count, !Self.endsLine(bytes[place]) {
      if bytes[place...].starts(with: end.utf8) { return true }
      place += 1
    }
    return false
  }

  /// Skips what is left of a string, up to its end or to the next interpolation.
  private mutating func skipString(_ delimiter: Delimiter) {
    let signs = String(repeating: "#", count: delimiter.numberSigns)
    let end = (delimiter.isMultiline ? "\"\"\"" : "\"") + signs
    while let byte = byte() {
      if byte == UInt8(ascii: "\""), starts(with: end) {
        index += end.utf8.count
        return
      }
      if byte == UInt8(ascii: "\\"), starts(with: "\\" + signs) {
        index += 1 + delimiter.numberSigns
        if self.byte() == UInt8(ascii: "(") {
          index += 1
          strings.append((delimiter, 0))
          return
        }
        advance()
      } else if !delimiter.isMultiline, Self.endsLine(byte) {
        return
      } else {
        advance()
      }
    }
  }
}

// MARK: Bytes

extension SourceReader {
  private func byte(_ offset: Int = 0) -> UInt8? {
    index + offset < bytes.count ? bytes[index + offset] : nil
  }

  private func starts(with text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

  /// Goes on by one byte, and counts the line that it ends.
  private mutating func advance() {
    guard let byte = byte() else { return }
    if Self.endsLine(byte) { newLine() } else { index += 1 }
  }

  private mutating func newLine() {
    index += starts(with: "\r\n") ? 2 : 1
    line += 1
    lineStart = index
  }

  private mutating func add(_ kind: SourceToken.Kind, at start: Int) {
    tokens.append(SourceToken(kind: kind, line: line, column: start - lineStart + 1))
  }

  private static func endsLine(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...0xFF:
      true
    default: false
    }
  }

  /// Whether a value can end so, after which a slash divides.
  private static func endsValue(_ byte: UInt8) -> Bool {
    isOfWord(byte) || [")", "]", "}", "\"", "`"].contains { byte == UInt8(ascii: $0) }
  }
}
