import Foundation
public import Vocabulary

/// What a dealer does for the n-th request of each page.
///
/// A value: two dealers with one script never disturb one another.
///
/// ```swift
/// let script = CardScript.dealing([.numbered(1...5), .numbered(6...10)])
///   .answering("1", with: .failing(.timedOut), .page(.numbered(6...10), next: nil))
/// ```
///
/// A cursor is written as its text; nil stands for the first page. Look-ups take constant time.
public struct CardScript: Sendable {
  /// Makes the reply to a request; nil where it is not foreseen.
  public typealias Rule = @Sendable (CardRequest) -> CardReply?
  /// Changes a reply that was made elsewhere.
  public typealias Change = @Sendable (CardReply, CardRequest) -> CardReply

  private var rules: [String?: Rule] = [:]
  private var changes: [String?: Change] = [:]
  private let rest: Rule

  /// A script that has a rule for what it does not foresee otherwise; by default it fails.
  public init(otherwise rest: @escaping Rule = { _ in nil }) {
    self.rest = rest
  }

  /// Pages in their order. The cursor of the n-th page is its number from zero: "1" for the
  /// second one. The last has no next cursor.
  public static func dealing(_ pages: [[Card]]) -> CardScript {
    CardScript { request in
      guard let index = request.cursor.map({ Int($0.rawValue) }) ?? 0,
        pages.indices.contains(index)
      else { return nil }
      let isLast = index == pages.count - 1
      return .page(pages[index], next: isLast ? nil : "\(index + 1)")
    }
  }

  /// Cards numbered from 1 without end, so many on a page. The cursors are as in ``dealing(_:)``.
  public static func endless(pageSize: Int) -> CardScript {
    CardScript { request in
      guard let index = request.cursor.map({ Int($0.rawValue) }) ?? 0 else { return nil }
      let first = index * pageSize + 1
      return .page(.numbered(first..<first + max(pageSize, 0)), next: "\(index + 1)")
    }
  }

  /// The same script, with replies for a page in place of what it had.
  ///
  /// The first request gets the first reply, and so on; the last reply is that of all further
  /// requests. Without any, the page is not foreseen.
  public func answering(_ cursor: String?, with replies: CardReply...) -> CardScript {
    answering(cursor) { request in
      replies.isEmpty ? nil : replies[min(max(request.number, 1), replies.count) - 1]
    }
  }

  /// The same script, with a rule for a page in place of what it had.
  public func answering(_ cursor: String?, by rule: @escaping Rule) -> CardScript {
    var script = self
    script.rules[cursor] = rule
    return script
  }

  /// The same script, with a change to whatever reply a page gets: a door, a failure, a delay.
  public func changing(_ cursor: String?, _ change: @escaping Change) -> CardScript {
    var script = self
    script.changes[cursor] = change
    return script
  }

  /// The reply to a request; nil where it is not foreseen.
  public func reply(to request: CardRequest) -> CardReply? {
    let cursor = request.cursor?.rawValue
    let reply = (rules[cursor] ?? rest)(request)
    return reply.map { changes[cursor]?($0, request) ?? $0 }
  }
}

extension Card {
  /// The card with that number, whose photo has an address of its own.
  public static func numbered(_ number: Int) -> Card {
    Card(id: number, photoURL: .card(number))
  }
}

extension [Card] {
  /// The cards with these numbers, in order.
  public static func numbered(_ numbers: some Sequence<Int>) -> [Card] {
    numbers.map { .numbered($0) }
  }
}

extension URL {
  fileprivate static func card(_ number: Int) -> URL {
    URL(string: "https://cards.test/p/\(number)") ?? URL(fileURLWithPath: "/p/\(number)")
  }
}
