import Foundation
import Simulation
import Vocabulary

extension ImageServer {
  /// What the server does with a request; nil where it is for another host.
  ///
  /// The request is counted. `GET` and `HEAD` are served; conditions are looked at as RFC 9110,
  /// section 13.2.2, says.
  public func reply(to arrival: RequestArrival) -> ScriptedReply? {
    let url = arrival.request.url
    guard url.scheme == base.scheme, url.host() == base.host(), url.port == base.port else {
      return nil
    }
    let outage = state.withLock { state in
      state.rate.add(at: arrival.instant)
      return state.outages.first { $0.interval.contains(arrival.instant.offset) }
    }
    var reply = outage?.reply ?? answer(to: arrival)
    if case .complete = reply.fate, reply.headers["Date"] == nil {
      reply.headers["Date"] = HTTPDate.text(date(at: arrival.instant))
    }
    reply.latency = pace.latency
    reply.bandwidth = pace.bandwidth
    reply.chunkSize = pace.chunkSize
    return reply
  }

  private func answer(to arrival: RequestArrival) -> ScriptedReply {
    let request = arrival.request
    guard request.method == .get || request.method == .head else {
      return Self.page(405).with("Allow", "GET, HEAD")
    }
    guard let (route, id) = place(of: request.url) else { return Self.page(404) }
    let choice = resizing?.choice(for: request.url) ?? .original
    guard choice != .refused else { return Self.page(400) }

    let version =
      state.withLock { $0.versions[id] }
      ?? Version(photo: id, number: 1, modified: epoch.addingTimeInterval(-30 * 86_400))
    let size: Int? = if case .bounded(let size) = choice { size } else { nil }
    guard let photo = version.photo, let image = photos(photo, size) else { return Self.page(404) }

    let name = "\(id)-\(size.map(String.init) ?? "full")-\(version.number)"
    let headers = fields(route, name, version, for: arrival)
    guard !isUnchanged(request.headers, headers) else { return .status(304, headers: headers) }
    return .ok(image, headers: headers).with("Content-Type", "image/x-simulated")
  }

  private func place(of url: URL) -> (Route, UInt32)? {
    let path = url.path(percentEncoded: true)
    let matches = routes.compactMap { route in route.photo(at: path).map { (route, $0) } }
    return matches.max { $0.0.prefix.count < $1.0.prefix.count }
  }

  private func fields(
    _ route: Route, _ name: String, _ version: Version, for arrival: RequestArrival
  ) -> HeaderFields {
    let now = date(at: arrival.instant)
    let age = max(route.age ?? 0, 0)
    var fields: HeaderFields = [
      "Date": HTTPDate.text(now.addingTimeInterval(-Double(age)))
    ]
    fields["Age"] = route.age == nil ? nil : String(age)
    fields["ETag"] = route.tag(name, for: arrival.request.headers)
    fields["Last-Modified"] = route.sendsLastModified ? HTTPDate.text(version.modified) : nil
    fields["Cache-Control"] = route.cacheControl
    fields["Vary"] = route.vary.isEmpty ? nil : route.vary.joined(separator: ", ")
    return fields
  }

  /// Whether the client has this representation already, by the validators that it sent.
  private func isUnchanged(_ request: HeaderFields, _ current: HeaderFields) -> Bool {
    let tags = request.values(for: "If-None-Match").flatMap { $0.components(separatedBy: ",") }
      .map { $0.trimmingCharacters(in: .whitespaces) }
    guard tags.isEmpty else {
      return tags.contains("*")
        || tags.contains { Self.opaque($0) == current["ETag"].map(Self.opaque) }
    }
    guard let since = request["If-Modified-Since"].flatMap(HTTPDate.date),
      let modified = current["Last-Modified"].flatMap(HTTPDate.date)
    else { return false }
    return modified <= since
  }

  /// A tag without its mark of weakness: `If-None-Match` compares weakly.
  private static func opaque(_ tag: String) -> Substring {
    tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
  }

  /// What servers send in place of a picture: a page that says so.
  private static func page(_ status: Int) -> ScriptedReply {
    let body = Data("<!doctype html><title>\(status)</title>".utf8)
    return ScriptedReply(status: status, headers: ["Content-Type": "text/html"], body: body)
  }
}
