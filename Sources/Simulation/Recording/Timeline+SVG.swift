extension Timeline {
  /// The timeline as one self-contained SVG picture: a row for each lane, time from left to
  /// right, a dot for each event and a bar for each span.
  ///
  /// It has no script, no outside font and no outside picture, follows the reader's light or dark
  /// setting, and holds the whole text of every event as a tooltip.
  ///
  /// - Parameter width: The width in points, at most 100,000; the height follows from the number of
  ///   lanes.
  /// - Returns: The document, the same to the byte for equal timelines.
  public func svg(width: Int = 960) -> String {
    TimelineDrawing(self, width: width).document
  }
}
