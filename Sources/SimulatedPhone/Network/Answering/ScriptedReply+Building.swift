public import Foundation
public import Vocabulary

extension ScriptedReply {
  // MARK: Kinds

  /// Status 200 with a body.
  public static func ok(_ body: Data, headers: HeaderFields = [:]) -> Self {
    Self(status: 200, headers: headers, body: body)
  }

  /// Status 200 with a picture.
  public static func ok(_ image: EncodedImage, headers: HeaderFields = [:]) -> Self {
    ok(image.data, headers: headers)
  }

  /// A status without a body.
  public static func status(_ status: Int, headers: HeaderFields = [:]) -> Self {
    Self(status: status, headers: headers)
  }

  /// The client is sent on to another address, absolute or relative to its own.
  ///
  /// A session follows it; a bare transport hands the status out like any other.
  public static func redirect(to address: String, status: Int = 302) -> Self {
    Self(status: status, headers: ["Location": address])
  }

  /// No response, but an error, after the latency.
  public static func failing(_ error: TransportError) -> Self {
    Self(status: 0).ending(.failure(error))
  }

  /// The server gets the request, and the client hears nothing and gives up after so long.
  public static func lostReply(timeout: Duration) -> Self {
    Self(status: 0).ending(.lost(timeout: timeout))
  }

  // MARK: Changes

  /// The same with this latency.
  public func after(_ latency: Duration) -> Self {
    changed { $0.latency = latency }
  }

  /// The same with a body that arrives at this speed.
  public func paced(bytesPerSecond bandwidth: Int) -> Self {
    changed { $0.bandwidth = bandwidth }
  }

  /// The same with a body that arrives in pieces of this many bytes.
  public func chunked(by chunkSize: Int) -> Self {
    changed { $0.chunkSize = chunkSize }
  }

  /// The same with this field in its header, in place of others of its name.
  public func with(_ name: String, _ value: String) -> Self {
    changed { $0.headers[name] = value }
  }

  /// The same without a word about its length.
  public func withoutLength() -> Self {
    changed { $0.declaresLength = false }
  }

  /// The same, with a response that waits at a door once the latency is over.
  public func held(at door: any Holding) -> Self {
    changed { $0.hold = door }
  }

  /// The same, with a body that waits at a door before one of its chunks, counted from zero.
  ///
  /// The number of chunks stands for the end: all bytes are there, and the transfer is not over.
  /// Numbers beyond it have no effect.
  public func held(at door: any Holding, beforeChunk chunk: Int) -> Self {
    changed { $0.chunkHolds[chunk] = door }
  }

  /// The same up to some byte of the body, where the connection breaks.
  ///
  /// Zero is a response without any byte. More than there are stands for all of them: the body is
  /// there, and its end is an error.
  public func breaking(afterBytes count: Int, _ error: TransportError = .connectionLost) -> Self {
    ending(.breakage(error, afterBytes: count))
  }

  /// The same up to some share of the body, from zero to one, where the connection breaks.
  public func breaking(atShare share: Double, _ error: TransportError = .connectionLost) -> Self {
    // The comparison sends what is not a number to zero.
    let share = share > 0 ? min(share, 1) : 0
    return breaking(afterBytes: Int(Double(body.count) * share), error)
  }

  /// The same with another end.
  public func ending(_ fate: Fate) -> Self {
    changed { $0.fate = fate }
  }

  private func changed(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}
