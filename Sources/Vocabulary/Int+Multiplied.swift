extension Int {
  /// The product of two positive numbers, or `Int.max` where it is larger.
  func multipliedOrMax(by other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }
}
