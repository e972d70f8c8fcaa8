import Foundation
import Grading
import SimulatedPhone
import Vocabulary

/// A network with one photo, and a load over it.
struct Photos: Sendable {
  static let url = URL(string: "https://img.example/p/7") ?? URL(fileURLWithPath: "/p/7")
  static let row = ImageKey(url: url, maxPixelSize: 360)
  static let viewer = ImageKey(url: url, maxPixelSize: 1170)

  let transport: FakeTransport

  init(_ world: World, _ replies: [ScriptedReply] = [Self.photo]) {
    let script = Script().answering("/p/7") { arrival in
      replies[min(arrival.number, replies.count) - 1]
    }
    transport = FakeTransport(world.simulation, answering: script)
  }

  static let photo = ScriptedReply(status: 200, body: Data(count: 48_000))
    .after(.milliseconds(120))

  /// Downloads the photo; its decode takes no time.
  @Sendable func load(_ key: ImageKey) async throws -> Bitmap {
    let response = try await transport.send(TransportRequest(url: key.url))
    for try await _ in response.body {}
    return Bitmap(
      size: PixelSize(width: key.maxPixelSize, height: key.maxPixelSize), pixels: Grey())
  }

  private struct Grey: PixelProviding {
    func pixel(x: Int, y: Int) -> Pixel { Pixel(red: 128, green: 128, blue: 128) }
  }
}
