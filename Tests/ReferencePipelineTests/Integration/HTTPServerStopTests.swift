import Foundation
import ReferencePipeline
import SimulatedPhone
import Vocabulary
import XCTest

/// A stop in mid-body closes the connection: the server's own log says how much it still sent.
final class HTTPServerStopTests: HTTPServerTestCase {
  /// Ten seconds at the pace of `/slow`.
  private let image = SyntheticPhoto(id: 7, size: PixelSize(width: 4_000, height: 3_000))
    .encoded(byteCount: 2_000_000)

  func testACancelledReaderHearsNothingAndTheServerStops() async throws {
    let name = newName()
    try await put(image, as: name)
    let target = "/slow/\(name)?cancelled"
    let request = TransportRequest(url: try url(target))
    let isRead = expectation(description: "the first chunk is read")
    let heard = Notes<Data>()
    let reader = Task { [transport] in
      let response = try await transport.send(request)
      for try await chunk in response.body {
        if heard.add(chunk) == 0 { isRead.fulfill() }
      }
    }
    await fulfillment(of: [isRead], timeout: 10)
    reader.cancel()
    try await reader.value
    let heardAtTheStop = heard.all
    let bytes = try await bytesSent(for: target)
    XCTAssertLessThan(bytes, image.byteCount)
    // The server was done with it by now, and nothing more has come.
    XCTAssertEqual(heard.all, heardAtTheStop)
    XCTAssertTrue(image.data.starts(with: heardAtTheStop.reduce(Data(), +)))
    XCTAssertLessThan(heardAtTheStop.reduce(0) { $0 + $1.count }, image.byteCount)
  }

  func testADroppedResponseStopsTheServer() async throws {
    let name = newName()
    try await put(image, as: name)
    let target = "/slow/\(name)?dropped"
    let status = try await transport.send(TransportRequest(url: url(target))).status
    XCTAssertEqual(status, 200)
    let bytes = try await bytesSent(for: target)
    XCTAssertLessThan(bytes, image.byteCount)
  }

  func testACancelledLoadLeavesItsNeighboursAlone() async throws {
    let name = newName()
    try await put(image, as: name)
    let stopped = TransportRequest(url: try url("/slow/\(name)?one"))
    let whole = TransportRequest(url: try url("/files/\(name)"))
    let isRead = expectation(description: "the first chunk is read")
    let heard = Notes<Data>()
    let reader = Task { [transport] in
      for try await chunk in try await transport.send(stopped).body {
        if heard.add(chunk) == 0 { isRead.fulfill() }
      }
    }
    let neighbour = Task { [transport] in
      var body = Data()
      for try await chunk in try await transport.send(whole).body { body += chunk }
      return body
    }
    await fulfillment(of: [isRead], timeout: 10)
    reader.cancel()
    let body = try await neighbour.value
    XCTAssertEqual(body, image.data)
    _ = await reader.result
  }

  /// A stop and a redirection race in earnest. The session of Linux ends the process where the
  /// answer to a redirection comes after the stop.
  func testCancelledWhileARedirectionIsFollowed() async throws {
    let request = TransportRequest(url: try url("/here"))
    await withTaskGroup(of: Void.self) { [transport] group in
      for number in 0..<200 {
        group.addTask {
          let load = Task {
            let response = try await transport.send(request)
            for try await _ in response.body {}
            return response.status
          }
          // No proof hangs on this pause: it only spreads the cancellations.
          try? await Task.sleep(for: .microseconds(number * 20))
          load.cancel()
          switch await load.result {
          case .success(let status): XCTAssertEqual(status, 200)
          case .failure(let error): XCTAssertTrue(error is CancellationError, "\(error)")
          }
        }
      }
    }
  }
}
