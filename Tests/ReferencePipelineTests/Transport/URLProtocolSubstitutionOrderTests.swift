#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import Simulation
  import URLProtocolSubstitutionSolution
  import XCTest

  /// The protocol without a session, in virtual time: every order of timer, stop and hand-out.
  ///
  /// On Linux a session makes a protocol hand out by starting it once more, so a test can do it.
  final class URLProtocolSubstitutionOrderTests: XCTestCase {
    private static let photo = TransportFixtures.url("/p/7")

    func testNothingIsHeardAfterTheStop() throws {
      for schedule in [.inOrder] + (0..<20).map({ Schedule.shuffled($0) }) {
        for milliseconds in 0...4 {
          for handsOutFirst in [false, true] {
            try check(schedule, stopAfter: milliseconds, handsOutFirst)
          }
        }
      }
    }

    /// Events are due at 1, 2, 3 and 4 ms.
    private func check(
      _ schedule: Schedule, stopAfter milliseconds: Int, _ handsOutFirst: Bool
    ) throws {
      let simulation = Simulation(schedule: schedule)
      let run = simulation.run {
        let reply = SessionScript.Reply(
          chunks: [Data([1]), Data([2])], after: .milliseconds(1), pausing: .milliseconds(1))
        let script = SessionScript(clock: simulation.clock, [Self.photo: reply])
        let classes = script.configuration().protocolClasses ?? []
        let protocolClass = try XCTUnwrap(classes.first as? URLProtocol.Type)
        let client = CountingClient()
        let loader = protocolClass.init(
          request: URLRequest(url: Self.photo), cachedResponse: nil, client: client)
        loader.startLoading()
        // Ends at the instant at which the next event is due, before it or after it.
        try await simulation.clock.sleep(for: .milliseconds(milliseconds))
        if handsOutFirst { loader.startLoading() }
        loader.stopLoading()
        let heard = client.calls
        XCTAssertLessThanOrEqual(heard, handsOutFirst ? milliseconds : 0)
        XCTAssertGreaterThanOrEqual(heard, handsOutFirst ? milliseconds - 1 : 0)
        loader.startLoading()
        try await simulation.clock.sleep(for: .milliseconds(10))
        loader.startLoading()
        XCTAssertEqual(client.calls, heard)
        _ = script
      }
      _ = try run.outcome.get()
      XCTAssertTrue(run.leftovers.isEmpty, "\(run.leftovers)")
    }
  }

  /// Counts what it hears.
  private final class CountingClient: NSObject, URLProtocolClient {
    private let notes = Notes<Void>()

    var calls: Int { notes.all.count }

    private func note() { notes.add(()) }

    func urlProtocol(
      _ loader: URLProtocol, wasRedirectedTo request: URLRequest, redirectResponse: URLResponse
    ) { note() }

    func urlProtocol(_ loader: URLProtocol, cachedResponseIsValid response: CachedURLResponse) {
      note()
    }

    func urlProtocol(
      _ loader: URLProtocol, didReceive response: URLResponse,
      cacheStoragePolicy policy: URLCache.StoragePolicy
    ) { note() }

    func urlProtocol(_ loader: URLProtocol, didLoad data: Data) { note() }

    func urlProtocolDidFinishLoading(_ loader: URLProtocol) { note() }

    func urlProtocol(_ loader: URLProtocol, didFailWithError error: any Error) { note() }

    func urlProtocol(_ loader: URLProtocol, didReceive challenge: URLAuthenticationChallenge) {
      note()
    }

    func urlProtocol(_ loader: URLProtocol, didCancel challenge: URLAuthenticationChallenge) {
      note()
    }
  }
#endif
