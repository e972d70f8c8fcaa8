public import Foundation
import SimulatedPhone
public import Vocabulary

/// The photos of the suites: number n stands at `/p/n`.
public enum Photo {
  /// Where a photo stands.
  public static func url(_ number: Int) -> URL {
    let path = "/p/\(number)"
    return URL(string: "https://photos.example\(path)") ?? URL(fileURLWithPath: path)
  }

  /// The key of a photo at a size in pixels.
  public static func key(_ number: Int, _ pixels: Int = 360) -> ImageKey {
    ImageKey(url: url(number), maxPixelSize: pixels)
  }

  /// What has to be shown for a key.
  public static func picture(of key: ImageKey) -> Bitmap {
    photo(key).picture(maxPixelSize: key.maxPixelSize)
  }

  /// Whether that is the picture for the key, judged by its pixels.
  public static func isShown(_ key: ImageKey, by picture: Bitmap) -> Bool {
    ShownPicture(picture) == ShownPicture(Self.picture(of: key))
  }

  private static func photo(_ key: ImageKey) -> SyntheticPhoto {
    SyntheticPhoto(
      id: UInt32(key.url.lastPathComponent) ?? 0, size: PixelSize(width: 4000, height: 3000))
  }
}
