import Foundation
import Simulation
import Synchronization
import Vocabulary
import XCTest

/// Keys and pictures for the tests of this folder.
enum BytesToys {
  private struct Plain: PixelProviding {
    func pixel(x: Int, y: Int) -> Pixel { Pixel(red: 1, green: 2, blue: 3) }
  }

  /// Calls back when a picture ends.
  final class Lifetime: Sendable {
    private let onEnd: @Sendable () -> Void

    init(_ onEnd: @escaping @Sendable () -> Void) {
      self.onEnd = onEnd
    }

    deinit {
      onEnd()
    }
  }

  static func url(_ text: String) -> URL {
    URL(string: "https://example.com\(text)") ?? URL(fileURLWithPath: text)
  }

  static func key(_ path: String, _ size: Int = 360) -> ImageKey {
    ImageKey(url: url(path), maxPixelSize: size)
  }

  /// A picture that takes that many times 64 bytes.
  static func picture(blocks: Int, onEnd: (@Sendable () -> Void)? = nil) -> Bitmap {
    Bitmap(
      size: PixelSize(width: 16, height: blocks), pixels: Plain(),
      lifetime: onEnd.map { Lifetime($0) })
  }

  static func picture(width: Int, height: Int) -> Bitmap {
    Bitmap(size: PixelSize(width: width, height: height), pixels: Plain())
  }

  /// Numbers that are the same in each run.
  typealias Dice = SplitMix64

  /// A number that any thread may change.
  final class Tally: Sendable {
    private let number = Mutex(0)

    @discardableResult
    func add(_ change: Int = 1) -> Int {
      number.withLock {
        $0 += change
        return $0
      }
    }

    var value: Int { number.withLock { $0 } }
  }

  /// A list that any thread may add to.
  final class Log: Sendable {
    private let lines = Mutex<[String]>([])

    func add(_ line: String) {
      lines.withLock { $0.append(line) }
    }

    var all: [String] { lines.withLock { $0 } }
  }
}

/// What a toy fails with.
struct BytesToyError: Error, Hashable {}
