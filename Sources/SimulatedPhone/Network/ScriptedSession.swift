import Simulation
import Vocabulary

#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// A script for real sessions, in real time: it makes the configuration with which a `URLSession`
/// is served by the script and opens no socket.
///
/// ```swift
/// let scripted = ScriptedSession(Script().answering("/p/7", with: .ok(jpeg)))
/// let session = URLSession(configuration: scripted.configuration())
/// ```
///
/// Each has a protocol class of its own, which its configurations carry: sessions of different
/// scripts run side by side, and what a session was made with cannot be exchanged. Keep it for as
/// long as its sessions are used; after that their requests fail and say so. May be used from any
/// thread.
public final class ScriptedSession: Sendable {
  let ledger: TransferLedger
  let server: any RequestAnswering
  private let protocolClass: ScriptedURLProtocol.Type

  /// A script that is served to the sessions of its ``configuration(from:)``.
  ///
  /// Times in it are real, so keep them short. ``Latch`` is the door to hold transfers at; the
  /// gates of a simulation do not open here.
  public init(_ server: any RequestAnswering) {
    let start = ContinuousClock.now
    self.server = server
    ledger = TransferLedger(now: { .init(start.duration(to: .now)) })
    protocolClass = Self.register()
    Self.bindings.withLock { $0.sessions[ObjectIdentifier(protocolClass)] = Reference(self) }
  }

  deinit {
    _ = Self.bindings.withLock { $0.sessions.removeValue(forKey: ObjectIdentifier(protocolClass)) }
  }

  /// All requests so far, with instants counted from the making of this object.
  ///
  /// Bytes count when they are handed to the session, which may deliver them a little later, or
  /// not at all where its task is cancelled in between.
  public var log: TransferLog { ledger.log }

  /// A configuration whose session is served by the script.
  ///
  /// - Parameter base: What else holds for the session. Its own protocol classes are dropped, so
  ///   that no request gets past the script.
  /// - Returns: The base, changed.
  public func configuration(
    from base: URLSessionConfiguration = .ephemeral
  ) -> URLSessionConfiguration {
    base.protocolClasses = [protocolClass]
    return base
  }

  // MARK: Which class belongs to whom

  private struct Reference {
    weak var session: ScriptedSession?

    init(_ session: ScriptedSession) {
      self.session = session
    }
  }

  private struct Bindings {
    var lastNumber: UInt64 = 0
    var sessions: [ObjectIdentifier: Reference] = [:]
  }

  /// Which session each class was made for. An entry never changes, and no class is used twice.
  private static let bindings = Guarded(Bindings())

  private static func register() -> ScriptedURLProtocol.Type {
    let number = bindings.withLock { bindings in
      bindings.lastNumber += 1
      return bindings.lastNumber
    }
    return ScriptedURLProtocol.marked(number)
  }

  /// The session that a class was made for; nil where there is none, or none any more.
  static func bound(to protocolClass: ScriptedURLProtocol.Type) -> ScriptedSession? {
    bindings.withLock { $0.sessions[ObjectIdentifier(protocolClass)]?.session }
  }
}
