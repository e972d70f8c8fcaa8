import Foundation
import Simulation
import SimulatedPhone
import Vocabulary

/// A server whose photos are their own names, with numbers up to 49.
func makeServer(
  routes: [ImageServer.Route] = [.init("/p/")], resizing: ImageServer.Resizing? = .init(),
  pace: ImageServer.Pace = .init(), outages: [ImageServer.Outage] = []
) -> ImageServer {
  ImageServer(base: photoURL(""), routes: routes, resizing: resizing, pace: pace, outages: outages)
  {
    id, size in
    guard id < 50 else { return nil }
    return EncodedImage(Data("photo \(id)\(size.map { " at \($0)" } ?? "")".utf8))
  }
}

extension ImageServer {
  /// The reply to a `GET`.
  func reply(
    _ path: String, headers: HeaderFields = [:], at instant: Duration = .zero
  ) -> ScriptedReply? {
    reply(
      to: RequestArrival(request: photoRequest(path, headers: headers), instant: .init(instant)))
  }

  /// The status of the reply.
  func status(
    _ path: String, headers: HeaderFields = [:], at instant: Duration = .zero
  ) -> Int? {
    reply(path, headers: headers, at: instant)?.status
  }

  /// The body of a reply with status 200, as text; nil for any other status.
  func body(_ path: String) -> String? {
    guard let reply = reply(path), reply.status == 200 else { return nil }
    return String(decoding: reply.body, as: UTF8.self)
  }
}
