import Foundation
public import Simulation
import Synchronization
public import Vocabulary

/// The server's side of the deck in virtual time: it deals pages by cursor, as a script says.
///
/// Requests and replies are events on the timeline in the lane "cards". Each request suspends at
/// least once, also where the reply is due at once. A cancelled caller gets `CancellationError`
/// at that instant, unless the reply ignores it.
///
/// May be used from any task of the simulation's run.
public final class CardDealer: CardPaging {
  private let simulation: Simulation
  private let script: CardScript
  private let state = Mutex(CardLog())

  /// A dealer of its own, with a log of its own.
  public init(_ simulation: Simulation, _ script: CardScript) {
    self.simulation = simulation
    self.script = script
  }

  /// All requests so far, and what became of them.
  public var log: CardLog { state.withLock { $0 } }

  /// The page that the script has for the next request of this cursor.
  ///
  /// - Throws: What the script says; `TransportError.unscripted` where it does not foresee the
  ///   request; `CancellationError` where the calling task is cancelled. A task that is cancelled
  ///   already asks for nothing.
  public func page(after cursor: CardPage.Cursor?) async throws -> CardPage {
    try Task.checkCancellation()
    let request = state.withLock { $0.start(cursor, at: simulation.clock.now) }
    simulation.record("\(request.label)?", on: "cards")
    do {
      let reply = script.reply(to: request) ?? .failing(.unscripted(Self.address(of: cursor)))
      let page = try await deliver(reply)
      end(request, .delivered(page))
      return page
    } catch let error as TransportError {
      end(request, .failed(error))
      throw error
    } catch {
      end(request, .cancelled)
      throw error
    }
  }

  private func deliver(_ reply: CardReply) async throws -> CardPage {
    let wait: @Sendable () async throws -> Void = { [clock = simulation.clock] in
      // Also where no time passes: each reply is a point at which others may come first.
      try await clock.sleep(until: clock.now.advanced(by: max(reply.latency, .zero)))
      try await reply.hold?.pass()
    }
    if reply.ignoresCancellation {
      // A task of its own, which nobody cancels.
      try await Task { try await wait() }.value
    } else {
      try await wait()
    }
    return try reply.result.get()
  }

  private func end(_ request: CardRequest, _ outcome: CardRequest.Outcome) {
    state.withLock { $0.end(request.id, outcome, at: simulation.clock.now) }
    simulation.record("\(request.label): \(outcome)", on: "cards")
  }

  private static func address(of cursor: CardPage.Cursor?) -> URL {
    var components = URLComponents()
    components.scheme = "https"
    components.host = "cards.test"
    components.path = "/deck"
    if let cursor {
      components.queryItems = [URLQueryItem(name: "after", value: cursor.rawValue)]
    }
    return components.url ?? URL(fileURLWithPath: "/deck")
  }
}

extension CardRequest.Outcome: CustomStringConvertible {
  /// A few words: `5 cards, more after b`, `no card, the end`, `The connection was lost.`
  public var description: String {
    switch self {
    case .delivered(let page):
      let count = page.cards.count
      let cards = count == 0 ? "no card" : count == 1 ? "1 card" : "\(count) cards"
      return cards + (page.nextCursor.map { ", more after \($0.rawValue)" } ?? ", the end")
    case .failed(let error): return "\(error)"
    case .cancelled: return "cancelled"
    }
  }
}
