import Simulation

extension String {
  /// The text at the left and another at the right, 80 columns wide where both fit.
  func columns(with right: String) -> String {
    rightPadded(to: Swift.max(count + 2, 80 - right.count)) + right
  }
}
