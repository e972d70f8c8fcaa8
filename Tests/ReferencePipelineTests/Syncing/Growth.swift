import Foundation

/// How many times the processor time of some work grows with its size, each the least of some.
func growth(
  from small: Int, to large: Int, repeats: Int = 3, _ work: (Int) -> Void
) -> Double {
  func time(_ size: Int) -> Double {
    (0..<repeats).map { _ in
      let start = clock()
      work(size)
      return Double(clock() - start)
    }.min() ?? 0
  }
  _ = time(small)
  return time(large) / max(time(small), 1)
}
