import Grading

extension HostileAnswer {
  /// Those that take too much of something.
  static let greedy: [HostileAnswer] = [
    HostileAnswer(
      "TenGigabytes", .overMemory,
      """
      var blocks: [UnsafeMutableRawPointer] = []
      for _ in 0..<160 {
        let block = UnsafeMutableRawPointer.allocate(byteCount: 64 << 20, alignment: 16)
        memset(block, 1, 64 << 20)
        blocks.append(block)
      }
      """, isAboutProcesses: true),
    HostileAnswer(
      "GigabyteOfOutput", .pass, "flood.withLock { if !$0 { $0 = true; shout() } }",
      besides: """
        let flood = Mutex(false)
        func shout() {
          let words = [UInt8](repeating: 65, count: 1 << 20)
          for _ in 0..<1_024 { _ = write(1, words, words.count) }
        }
        """),
    HostileAnswer(
      "ThousandsOfThreads", .crashed, "multiply()",
      besides: """
        func multiply() {
          for _ in 0..<5_000 { Thread.detachNewThread { sleep(100_000) } }
          sleep(100_000)
        }
        """, says: "threads"),
    HostileAnswer(
      "ManyChildren", .crashed, "multiply()",
      besides: spawn + """

        func multiply() {
          for _ in 0..<100 { spawn(["/bin/sleep", "100000"]) }
          sleep(100_000)
        }
        """, says: "processes", isAboutProcesses: true),
    HostileAnswer(
      "ThousandsOfProcesses", .crashed, "multiply()",
      besides: spawn + """

        func multiply() {
          let twice = "f() { [ $1 = 0 ] || { f $(($1 - 1)) & f $(($1 - 1)) & }; sleep 100000; }"
          spawn(["/bin/sh", "-c", twice + "; f 9"])
          sleep(100_000)
        }
        """, says: "processes", isAboutProcesses: true),
    HostileAnswer(
      "EndlessRecursion", .crashed, "_ = dig(number)",
      besides: "func dig(_ depth: Int) -> Int { depth < 0 ? 0 : dig(depth + 1) + 1 }"),
    HostileAnswer(
      "FullDisk", .crashed, "fill()",
      besides: """
        func fill() {
          let file = open("full", O_WRONLY | O_CREAT, 0o600)
          let block = [UInt8](repeating: 1, count: 1 << 20)
          while write(file, block, block.count) > 0 {}
          sleep(100_000)
        }
        """, says: "files"),
    HostileAnswer(
      "ManyFiles", .crashed, "litter()",
      besides: """
        func litter() {
          for number in 0..<200_000 { close(open("file\\(number)", O_WRONLY | O_CREAT, 0o600)) }
          sleep(100_000)
        }
        """, says: "files"),
    HostileAnswer(
      "BigFiles", .pass,
      #"try Data(count: 50 << 20).write(to: URL(fileURLWithPath: "big"))"#),
  ]

  /// Starts a program and does not wait for it.
  static let spawn = """
    func spawn(_ words: [String]) {
      var pid = pid_t()
      var argv = words.map { strdup($0) } + [nil]
      posix_spawn(&pid, words[0], nil, nil, &argv, environ)
    }
    """
}
