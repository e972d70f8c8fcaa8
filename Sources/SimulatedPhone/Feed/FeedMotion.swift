/// A fling: where the content stands at each moment, in pixels from its top.
///
/// The speed falls evenly from twice the mean to zero. Only sums, products and one quotient are
/// computed, so all machines agree to the pixel.
struct FeedMotion {
  var start: Int
  var distance: Int
  var duration: Duration

  func offset(after elapsed: Duration) -> Int {
    guard elapsed < duration else { return start + distance }
    guard elapsed > .zero else { return start }
    let rest = 1 - elapsed / duration
    return start + Int((Double(distance) * (1 - rest * rest)).rounded())
  }
}
