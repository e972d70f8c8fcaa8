import Foundation
import Vocabulary

/// What a server does for the n-th request of each URL.
///
/// A value: it belongs to the transport that it is given to, and two transports never disturb one
/// another.
///
/// ```swift
/// let script = Script()
///   .answering("/p/7", with: .ok(jpeg).with("ETag", "\"a\""), .status(304))
///   .answering("https://photos.test/p/8", with: .failing(.timedOut), .ok(jpeg))
/// ```
///
/// An address is a whole URL, compared as text, or a path with its query, which stands for that
/// path on every host. A whole URL goes first. Look-ups take constant time.
public struct Script: RequestAnswering {
  /// Makes the reply to a request; nil where it is not foreseen.
  public typealias Answer = @Sendable (RequestArrival) -> ScriptedReply?
  /// Changes a reply that was made elsewhere.
  public typealias Change = @Sendable (ScriptedReply, RequestArrival) -> ScriptedReply

  private var answers: [String: Answer] = [:]
  private var changes: [String: Change] = [:]
  private let server: (any RequestAnswering)?

  /// A script that foresees nothing yet.
  ///
  /// - Parameter server: Who answers what the script itself does not foresee.
  public init(over server: (any RequestAnswering)? = nil) {
    self.server = server
  }

  /// The same script, with replies for an address in place of those that it had.
  ///
  /// The first request gets the first reply, and so on; the last reply is that of all further
  /// requests. Without any, the address is not foreseen.
  public func answering(_ address: String, with replies: ScriptedReply...) -> Script {
    answering(address) { arrival in
      replies.isEmpty ? nil : replies[min(max(arrival.number, 1), replies.count) - 1]
    }
  }

  /// The same script, with a rule for an address in place of what it had.
  public func answering(_ address: String, by answer: @escaping Answer) -> Script {
    var script = self
    script.answers[address] = answer
    return script
  }

  /// The same script, with a change to whatever reply an address gets, from the script or from
  /// the server below: a door to wait at, a failure, a slower pace.
  public func changing(_ address: String, _ change: @escaping Change) -> Script {
    var script = self
    script.changes[address] = change
    return script
  }

  /// The reply to a request; nil where neither the script nor its server foresees it.
  public func reply(to arrival: RequestArrival) -> ScriptedReply? {
    // To take a URL apart costs more than all the rest.
    let isEmpty = answers.isEmpty && changes.isEmpty
    let addresses = isEmpty ? [] : arrival.request.url.addresses
    let answer = addresses.lazy.compactMap { answers[$0] }.first
    let reply = answer.map { $0(arrival) } ?? server?.reply(to: arrival)
    let change = addresses.lazy.compactMap { changes[$0] }.first
    return reply.map { change?($0, arrival) ?? $0 }
  }
}

extension URL {
  /// The path and the query as they are sent.
  var target: String {
    let path = path(percentEncoded: true)
    return (path.isEmpty ? "/" : path) + (query(percentEncoded: true).map { "?\($0)" } ?? "")
  }

  /// The addresses under which a script may know the URL, the more exact one first.
  fileprivate var addresses: [String] { [absoluteString, target] }
}
