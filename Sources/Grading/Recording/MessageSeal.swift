import Foundation

/// A message authentication code: who has not the secret cannot make it.
///
/// HMAC (RFC 2104) over SHA-256.
struct MessageSeal: Hashable, Sendable {
  /// 32 bytes.
  let bytes: [UInt8]

  init(of message: Data, secret: Data) {
    var key = [UInt8](secret)
    if key.count > Self.blockLength { key = SHA256.digest(of: key) }
    key += Array(repeating: 0, count: Self.blockLength - key.count)
    let inner = SHA256.digest(of: key.map { $0 ^ 0x36 } + message)
    bytes = SHA256.digest(of: key.map { $0 ^ 0x5c } + inner)
  }

  /// 64 digits in lower case.
  var hexadecimal: String { bytes.hexadecimal }

  private static let blockLength = 64
}

extension [UInt8] {
  /// Two digits in lower case for each byte.
  var hexadecimal: String {
    let digits = [Character]("0123456789abcdef")
    return String(flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
