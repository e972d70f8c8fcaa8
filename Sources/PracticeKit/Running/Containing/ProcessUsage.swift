/// What the processes of a program take together at one instant.
struct ProcessUsage: Hashable, Sendable {
  /// Bytes of resident memory. Pages that two processes share count twice.
  var memory = 0
  var threads = 0
  var processes = 0
  /// Bytes of the files in its folder.
  var files = 0
  /// How long their first threads could have run and did not, while the machine ran others; zero
  /// where the system does not tell.
  var waiting: Duration = .zero

  /// The larger of the two in each quantity.
  func union(_ other: ProcessUsage) -> ProcessUsage {
    ProcessUsage(
      memory: max(memory, other.memory), threads: max(threads, other.threads),
      processes: max(processes, other.processes), files: max(files, other.files),
      waiting: max(waiting, other.waiting))
  }
}
