/// What this system offers to contain a program, weakest last in each list.
///
/// A runner uses the strongest; a test can ask for a weaker one.
struct ContainmentMeans: Hashable, Sendable, Codable {
  var processes: Processes
  var files: Files
  var network: Network

  /// How all that a program started is found at its end.
  enum Processes: String, Hashable, Sendable, Codable {
    /// A namespace of process numbers, whose end is the end of all in it.
    case namespace
    /// Orphans become ours and are known by their descent or by a mark in their environment. What
    /// leaves its session and erases that mark, both within a fiftieth of a second, stays.
    case descent
    /// The process group. What leaves it stays.
    case group
  }

  /// How the files outside the program's folder are kept from being written.
  enum Files: String, Hashable, Sendable, Codable {
    case landlock, sandbox, none
  }

  /// How the network is kept away.
  enum Network: String, Hashable, Sendable, Codable {
    /// A namespace with nothing in it.
    case namespace
    case sandbox
    /// TCP only.
    case landlock
    case none
  }

  /// What does not hold here, a sentence each, as a report says it; empty where all does.
  var gaps: [String] {
    var gaps: [String] = []
    switch processes {
    case .namespace: break
    case .descent:
      gaps.append("Processes that hide their descent can outlive the run.")
    case .group:
      gaps.append("Processes that leave their group can outlive the run.")
    }
    if files == .none { gaps.append("The answer can write to files outside its scratch folder.") }
    switch network {
    case .namespace, .sandbox: break
    case .landlock: gaps.append("The answer can use the network, except by TCP.")
    case .none: gaps.append("The answer can use the network.")
    }
    return gaps
  }
}
