public import Foundation
import Synchronization
public import Vocabulary

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  import CoreFoundation
#endif

/// What the server of a test does: a rule from requests to replies, served to real sessions.
///
/// ```swift
/// let script = SessionScript([photo: .init(chunks: [half, rest], after: .seconds(1))])
/// let session = URLSession(configuration: script.configuration())
/// ```
///
/// Of a configuration nothing but the protocol *classes* reaches a protocol on every platform. So
/// each script has a class of its own: two sessions never share one, and none is ever exchanged.
/// Keep the script while its sessions are used; after that their requests fail by name. May be
/// used from any thread.
public final class SessionScript: Sendable {
  /// What is done with one request.
  public struct Reply: Sendable {
    /// The status code; nil where no response comes.
    public var status: Int?
    /// The header. One name may be repeated: the session joins the values.
    public var headers: HeaderFields
    /// The body, piece by piece; not sent where HTTP has none: to `HEAD`, and with 204 and 304.
    public var chunks: [Data]
    /// The time from the request to the response, or to the failure in its place.
    public var delay: Duration
    /// The time before each chunk, and before the end.
    public var pause: Duration
    /// The error at the end; nil where the body is whole.
    public var failure: URLError.Code?

    /// A reply of the given parts; without any, an empty one that comes at once.
    public init(
      status: Int? = 200, headers: HeaderFields = [:], chunks: [Data] = [],
      after delay: Duration = .zero, pausing pause: Duration = .zero,
      failing failure: URLError.Code? = nil
    ) {
      (self.status, self.headers, self.chunks) = (status, headers, chunks)
      (self.delay, self.pause, self.failure) = (delay, pause, failure)
    }
  }

  fileprivate let clock: any Clock<Duration>
  fileprivate let rule: @Sendable (URLRequest) -> Reply?
  private let protocolClass: SessionScriptProtocol.Type

  /// A script by rule, which is asked for each request, on any thread. Nil is not foreseen.
  public init(
    clock: any Clock<Duration> = ContinuousClock(), rule: @escaping @Sendable (URLRequest) -> Reply?
  ) {
    self.clock = clock
    self.rule = rule
    protocolClass = Self.newProtocolClass()
    Self.scripts.withLock { $0[ObjectIdentifier(protocolClass)] = { [weak self] in self } }
  }

  /// A script by URL: each request of a URL gets the same reply.
  public convenience init(clock: any Clock<Duration> = ContinuousClock(), _ replies: [URL: Reply]) {
    self.init(clock: clock) { $0.url.flatMap { replies[$0] } }
  }

  deinit {
    _ = Self.scripts.withLock { $0.removeValue(forKey: ObjectIdentifier(protocolClass)) }
  }

  /// The base, changed so that its sessions are served by this script, and never by the network.
  public func configuration(
    from base: URLSessionConfiguration = .ephemeral
  ) -> URLSessionConfiguration {
    base.protocolClasses = [protocolClass]
    return base
  }

  /// Which script each class was made for. No entry ever changes.
  fileprivate static let scripts = Mutex<[ObjectIdentifier: () -> SessionScript?]>([:])
  private static let count = Atomic(0)

  /// Swift makes types at run time where they are generic: the digits of a number become one.
  private static func newProtocolClass() -> SessionScriptProtocol.Type {
    var digits: any Digits.Type = NoDigits.self
    let number = count.wrappingAdd(1, ordering: .relaxed).newValue
    for digit in String(number, radix: 2) { digits = digits.appending(isOne: digit == "1") }
    return digits.protocolClass
  }
}

private protocol Digits {}
private enum NoDigits: Digits {}
private enum Zero<Rest: Digits>: Digits {}
private enum One<Rest: Digits>: Digits {}
private final class NumberedProtocol<Number: Digits>: SessionScriptProtocol {}

extension Digits {
  static func appending(isOne: Bool) -> any Digits.Type { isOne ? One<Self>.self : Zero<Self>.self }
  static var protocolClass: SessionScriptProtocol.Type { NumberedProtocol<Self>.self }
}

/// Stands between a session and its script; see ``SessionScript``.
///
/// The reply runs in a task, and puts what is due into a box. The client is called on the thread
/// on which the session starts and stops the load, and nowhere else. So a stop never falls between
/// the look at the state and the call, whichever of timer and stop comes first, and after the stop
/// the client hears nothing.
public class SessionScriptProtocol: URLProtocol {
  private var performance: Performance?
  private var isOver = false

  /// Always true: what were let go would be tried over the network.
  public override class func canInit(with request: URLRequest) -> Bool { true }

  /// The request as it is.
  public override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  /// Starts the reply; later calls hand out what is due.
  public override func startLoading() {
    // A cancellation can overtake the start, and the stop then comes first.
    guard !isOver, task?.state != .canceling else { return }
    guard performance == nil else { return handOut() }
    let script = SessionScript.scripts.withLock { $0[ObjectIdentifier(Self.self)]?() }
    performance = Performance(script, inOnePiece: wantsWholeBody, wake: makeWake())
    performance?.start(request)
  }

  /// Ends it. The client hears nothing more.
  public override func stopLoading() {
    isOver = true
    performance?.stop()
  }

  fileprivate func handOut() {
    for event in performance?.takeDue() ?? [] where !isOver {
      switch event {
      case .response(let response):
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
      case .data(let data):
        client?.urlProtocol(self, didLoad: data)
      case .end(let error):
        isOver = true
        if let error { client?.urlProtocol(self, didFailWithError: error) }
        if error == nil { client?.urlProtocolDidFinishLoading(self) }
      case .redirection(let request, let response):
        isOver = true
        client?.urlProtocol(self, wasRedirectedTo: request, redirectResponse: response)
      }
    }
  }
}

/// One reply while it runs.
private final class Performance: Sendable {
  enum Event: Sendable {
    case response(HTTPURLResponse)
    case data(Data)
    case end(URLError?)
    case redirection(URLRequest, HTTPURLResponse)
  }

  private struct State {
    var due: [Event] = []
    var isWaking = false
    var isStopped = false
    var task: Task<Void, Never>?
  }

  private let script: SessionScript?
  private let inOnePiece: Bool
  private let wake: @Sendable () -> Void
  private let state = Mutex(State())

  init(_ script: SessionScript?, inOnePiece: Bool, wake: @escaping @Sendable () -> Void) {
    (self.script, self.inOnePiece, self.wake) = (script, inOnePiece, wake)
  }

  func start(_ request: URLRequest) {
    // A sleep ends by error only when the reply was stopped: nobody is left to be told.
    let task = Task { _ = try? await perform(request) }
    state.withLock { $0.task = task }
  }

  func stop() {
    state.withLock { state in
      (state.isStopped, state.due) = (true, [])
      return state.task
    }?.cancel()
  }

  func takeDue() -> [Event] {
    state.withLock { state in
      defer { (state.due, state.isWaking) = ([], false) }
      return state.due
    }
  }

  private func put(_ event: Event) {
    let wakes = state.withLock { state in
      guard !state.isStopped else { return false }
      state.due.append(event)
      defer { state.isWaking = true }
      return !state.isWaking
    }
    if wakes { wake() }
  }

  private func perform(_ first: URLRequest) async throws {
    var request = first
    for _ in 0...20 {  // As many redirections as real sessions follow.
      guard let url = request.url, let script, let reply = script.rule(request) else {
        return put(.end(.unscripted(request.url)))
      }
      try await script.clock.sleep(for: reply.delay)
      guard let response = reply.response(from: url) else {
        return put(.end(URLError(reply.failure ?? .badServerResponse)))
      }
      guard let next = reply.redirection(of: request, from: url) else {
        put(.response(response))
        for chunk in reply.body(for: request, inOnePiece: inOnePiece) {
          try await script.clock.sleep(for: reply.pause)
          put(.data(chunk))
        }
        try await script.clock.sleep(for: reply.pause)
        return put(.end(reply.failure.map { URLError($0) }))
      }
      if !SessionScriptProtocol.followsRedirections { return put(.redirection(next, response)) }
      request = next
    }
    put(.end(URLError(.httpTooManyRedirects)))
  }
}

extension SessionScript.Reply {
  fileprivate func response(from url: URL) -> HTTPURLResponse? {
    guard let status else { return nil }
    let fields = headers.fields.map { ($0.name.lowercased(), $0.value) }
    return HTTPURLResponse(
      url: url, statusCode: status, httpVersion: "HTTP/1.1",
      headerFields: Dictionary(fields) { "\($0), \($1)" })
  }

  fileprivate func body(for request: URLRequest, inOnePiece: Bool) -> [Data] {
    guard request.httpMethod != "HEAD", status != 204, status != 304 else { return [] }
    return inOnePiece ? [Data(chunks.joined())].filter { !$0.isEmpty } : chunks
  }

  fileprivate func redirection(of request: URLRequest, from url: URL) -> URLRequest? {
    let isRedirection = [301, 302, 303, 307, 308].contains(status)
    guard isRedirection, let address = headers["Location"] else { return nil }
    var next = request
    next.url = URL(string: address, relativeTo: url)?.absoluteURL
    if status == 303 { next.httpMethod = "GET" }
    return next
  }
}

extension URLError {
  fileprivate static func unscripted(_ url: URL?) -> URLError {
    guard let url else { return URLError(.badURL) }
    let error = TransportError.unscripted(url)
    return URLError(
      .resourceUnavailable,
      userInfo: [
        NSLocalizedDescriptionKey: error.description, NSURLErrorFailingURLErrorKey: url,
        NSUnderlyingErrorKey: error,
      ])
  }
}

#if canImport(FoundationNetworking)
  // Linux, Swift 6.3: a client may be called on the session's own queue only, which has no name,
  // and it ends the process when it is told of a redirection.
  extension SessionScriptProtocol {
    fileprivate static var followsRedirections: Bool { true }
    /// A completion handler gets what came last, so that must be everything.
    fileprivate var wantsWholeBody: Bool { !(task?.delegate is any URLSessionDataDelegate) }
    /// Resuming a task that runs makes the session call `startLoading` once more.
    fileprivate func makeWake() -> @Sendable () -> Void { { [task] in task?.resume() } }
  }
#else
  extension SessionScriptProtocol {
    fileprivate static var followsRedirections: Bool { false }
    fileprivate var wantsWholeBody: Bool { false }
    fileprivate func makeWake() -> @Sendable () -> Void { LoadingThread(loader: self).wake }
  }

  /// Unchecked: a run loop takes blocks from any thread; only its own touches the protocol.
  private struct LoadingThread: @unchecked Sendable {
    let loop: CFRunLoop? = CFRunLoopGetCurrent()
    weak var loader: SessionScriptProtocol?

    @Sendable func wake() {
      CFRunLoopPerformBlock(loop, CFRunLoopMode.commonModes.rawValue) { loader?.handOut() }
      CFRunLoopWakeUp(loop)
    }
  }
#endif
