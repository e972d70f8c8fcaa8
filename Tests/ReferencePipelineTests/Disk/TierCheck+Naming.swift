import Foundation
import Simulation
import SimulatedPhone
import Vocabulary

extension TierCheck {
  private static let addresses = [
    "https://example.com/a.jpg", "https://example.com/b/a.jpg", "https://example.org/a.jpg",
    "http://example.com/a.jpg", "https://example.com/A.jpg", "https://example.com/a.jpg?w=1",
    "https://example.com/a.jpg?w=2", "https://example.com/a.jpg?", "https://example.com/a.jpg#x",
    "https://example.com", "https://example.com/", "https://example.com/..",
    "https://example.com/%2F", "https://example.com/%2e%2e/%2e%2e/etc/passwd",
    "https://example.com/%00", "https://example.com/%C3%A9%F0%9F%98%80",
    "https://example.com/journal", "https://example.com/.tmp", "data:image/png;base64,AAAA",
    "https://example.com/a:b*c%7Cd", "a.jpg", "/",
  ]

  static let naming = [
    program("two URLs never share a file, and any URL has a name") { simulation, make in
      let long = "https://example.com/" + String(repeating: "n", count: 5000)
      let urls = (addresses + [long, long + "n"]).compactMap { URL(string: $0) }
      // The worst kind of disk: capitals do not count on it.
      let disk = SimulatedDisk(simulation, foldsCase: true)
      let tier = make(disk, 1 << 22)
      for (number, url) in urls.enumerated() {
        await tier.insert(.photo("\(number)", byteCount: 100 + number), for: url)
      }
      let next = make(disk.relaunched(.nothing), 1 << 22)
      var complaints = expect(urls.count == addresses.count + 2, "Some are no URLs.")
      for (number, url) in urls.enumerated() {
        let expected = EncodedImage.photo("\(number)", byteCount: 100 + number)
        complaints += expect(await tier.image(for: url) == nil, "An app that has ended reads.")
        complaints += expect(
          await next.image(for: url) == expected, "\(url.absoluteString.prefix(60)) is wrong.")
      }
      return complaints
    },
    program("a foreign file is never served") { simulation, make in
      let disk = SimulatedDisk(simulation)
      let a = EncodedImage.photo("a", byteCount: 3000)
      let tier = make(disk, 1 << 20)
      await tier.insert(a, for: .photo("a"))
      let before = Set(disk.files.map(\.name))
      await tier.insert(.photo("b", byteCount: 3000), for: .photo("b"))
      let next = disk.relaunched(.nothing)
      // The file of a under the name of b's, and something else under each name in sight.
      let ofB = next.files.map(\.name).filter { !before.contains($0) }
      let ofA = next.files.first { next.contents(of: $0.name)?.range(of: a.data) != nil }
      guard let ofA, let bytes = next.contents(of: ofA.name), ofB.count == 1 else {
        return ["The entries cannot be told apart."]
      }
      next.place(bytes, as: ofB[0])
      next.place(Data("GIF89a".utf8), as: "b")
      next.place(Data("GIF89a".utf8), as: "b.jpg")
      let found = await make(next, 1 << 20).image(for: .photo("b"))
      return expect(found == nil, "b is served as \(found?.data.prefix(6) ?? Data()).")
    },
  ]
}
