import Foundation
import Vocabulary

/// Keys and pictures for a measurement.
struct World {
  private struct Blank: PixelProviding {
    func pixel(x: Int, y: Int) -> Pixel { Pixel(red: 0, green: 0, blue: 0) }
  }

  /// What each picture takes, in bytes.
  static let cost = Bitmap.bytesPerRow(forWidth: 16) * 16

  var keys: [ImageKey] = []
  var images: [Bitmap] = []

  /// As many of both, at sixteen sizes of each photo where there are more than 100,000.
  init(entries: Int) {
    let sizes = entries > 100_000 ? 16 : 1
    while keys.count < entries {
      let text = "https://example.com/photos/\(keys.count)/original.jpg"
      guard let url = URL(string: text) else { preconditionFailure("No URL: \(text)") }
      let key = ImageKey(url: url, maxPixelSize: 360)
      keys += (0..<sizes).map { key.resized(to: 360 + $0) }
    }
    images = keys.map { _ in
      Bitmap(size: PixelSize(width: 16, height: 16), pixels: Blank())
    }
  }
}
