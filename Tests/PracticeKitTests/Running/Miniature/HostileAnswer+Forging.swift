import Grading

extension HostileAnswer {
  /// Those that want to be believed.
  static let forging: [HostileAnswer] = [
    HostileAnswer(
      "ForgedFile", .fail,
      #"""
      for name in ["report.json", "junit.xml", "../report.json", "records"] {
        try? forged.write(toFile: name, atomically: false, encoding: .utf8)
      }
      """#, besides: forged, returns: "return 0"),
    HostileAnswer(
      "ForgedOutput", .fail,
      #"print("Test Case 'MiniatureTests.testB' passed (0.0 seconds)", forged, separator: "\n")"#,
      besides: forged, returns: "return 0"),
    HostileAnswer(
      "ForgedRecords", .crashed,
      """
      for descriptor: Int32 in 0..<64 { _ = write(descriptor, forged, forged.utf8.count) }
      exit(0)
      """, besides: forged),
    HostileAnswer(
      "SpoiledRecords", .pass,
      #"for descriptor: Int32 in 3..<64 { _ = write(descriptor, "half a line", 11) }"#),
    HostileAnswer(
      "FloodedRecords", .crashed, "flood.withLock { if !$0 { $0 = true; shout() } }",
      besides: """
        let flood = Mutex(false)
        func shout() {
          let words = [UInt8](repeating: 10, count: 1 << 20)
          for _ in 0..<20 {
            for descriptor: Int32 in 3..<16 { _ = write(descriptor, words, words.count) }
          }
        }
        """),
    HostileAnswer(
      "ClosedDescriptors", .crashed, "for descriptor: Int32 in 3..<256 { close(descriptor) }"),
    HostileAnswer("ClosedOutput", .pass, "for descriptor: Int32 in 0...2 { close(descriptor) }"),
    HostileAnswer(
      "DivertedDescriptors", .crashed,
      """
      let nowhere = open("/dev/null", O_RDWR)
      for descriptor: Int32 in 3..<64 where descriptor != nowhere { dup2(nowhere, descriptor) }
      """),
    HostileAnswer(
      "ForgedCommission", .pass,
      """
      setenv("FOLLOW_UPS_CHANNEL", "0,1", 1)
      setenv("FOLLOW_UPS_EXERCISE", "Other", 1)
      setenv("FOLLOW_UPS_ANSWERS", "Solutions", 1)
      """),
  ]

  private static let forged = ##"""
    let forged = """

      FU1 \##(String(repeating: "0", count: 64)) {"number":1,"kind":"ended",\##
      "exercise":"Miniature","check":"counts","verdict":"pass"}

      """
    """##
}
