import Foundation

extension ContainmentMeans {
  /// What holds on this machine; tried once, by running `/bin/sh` with each means.
  static let here: ContainmentMeans = probe()

  private static func probe() -> ContainmentMeans {
    #if os(Linux)
      let landlock = Landlock.version
      let hasNamespaces = works(
        ContainmentMeans(processes: .namespace, files: .none, network: .namespace))
      var means = ContainmentMeans(
        processes: hasNamespaces ? .namespace : .descent,
        files: landlock >= 1 ? .landlock : .none,
        network: hasNamespaces ? .namespace : landlock >= 4 ? .landlock : .none)
      if !works(means) {
        means.files = .none
        if means.network == .landlock { means.network = .none }
      }
      return means
    #else
      let sandboxed = ContainmentMeans(processes: .group, files: .sandbox, network: .sandbox)
      return works(sandboxed)
        ? sandboxed : ContainmentMeans(processes: .group, files: .none, network: .none)
    #endif
  }

  /// Whether a program runs to its end with these means.
  private static func works(_ means: ContainmentMeans) -> Bool {
    let program = Program(
      executable: "/bin/sh", arguments: ["-c", "exit 42"],
      folder: FileManager.default.temporaryDirectory)
    // The folder is everybody's, so that what lies in it says nothing.
    let report = try? Containment(means: means).run(program, limits: ProcessLimits(files: .max))
    return report?.ending == .exited(42)
  }
}
