import Grading

extension HostileAnswer {
  /// Those that change or use what is around them.
  ///
  /// - Parameter package: The path of the folder that they attack.
  /// - Returns: The answers.
  static func meddling(package: String) -> [HostileAnswer] {
    [
      HostileAnswer(
        "DeletedPackage", .pass,
        """
        try? FileManager.default.removeItem(atPath: "\(package)/Tests/Suite.swift")
        try? FileManager.default.removeItem(atPath: "\(package)")
        """),
      HostileAnswer(
        "RewrittenSuite", .pass,
        """
        try? Data("mine".utf8).write(to: URL(fileURLWithPath: "\(package)/Tests/Suite.swift"))
        try? Data("mine".utf8).write(to: URL(fileURLWithPath: "\(package)/Tests/New.swift"))
        _ = rename("\(package)/Solutions/Miniature.swift", "\(package)/Solutions/Other.swift")
        _ = truncate("\(package)/Solutions/Miniature.swift", 0)
        _ = symlink("/", "\(package)/root")
        _ = mkdir("\(package)/folder", 0o700)
        """),
      HostileAnswer(
        "ReadSolution", .fail,
        """
        let file = URL(fileURLWithPath: "\(package)/Solutions/Miniature.swift")
        let words = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        """, returns: "return words.count"),
      HostileAnswer("OtherFolder", .pass, #"chdir("/")"#),
      HostileAnswer(
        "OtherEnvironment", .pass,
        #"""
        clearenv()
        setenv("HOME", "/nowhere", 1)
        setenv("TMPDIR", "/nowhere", 1)
        setenv("TZ", "Asia/Kathmandu", 1)
        setenv("LC_ALL", "tr_TR.UTF-8", 1)
        setlocale(LC_ALL, "tr_TR.UTF-8")
        """#),
      HostileAnswer(
        "OtherLimits", .pass,
        """
        var limit = rlimit(rlim_cur: 0, rlim_max: 0)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
        umask(0o777)
        """),
      HostileAnswer("StandardInput", .pass, "while readLine() != nil {}"),
    ]
  }
}
