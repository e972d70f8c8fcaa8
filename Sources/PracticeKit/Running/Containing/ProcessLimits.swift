/// What a contained program may take before it is ended.
struct ProcessLimits: Hashable, Sendable {
  /// Real time from the start; the clock stands still while the machine sleeps, and while the
  /// program waits for a processor that runs others, as far as the system tells.
  var time: Duration = .seconds(20)
  /// How long all of its channels together may be silent; nil where silence is no reason.
  var silence: Duration?
  /// Bytes of resident memory, of all its processes together.
  var memory: Int = 1 << 30
  /// Threads of all its processes together.
  var threads: Int = 1_024
  /// Processes alive at one time, the shell around it among them.
  var processes: Int = 32
  /// Bytes of the files in its folder, and no more of them than ``FolderSize/mostEntries``; what
  /// it keeps open and has removed is not seen.
  var files: Int = 256 << 20
  /// Bytes of output that are kept, half from its beginning, half from its end. All is read.
  var output: Int = 128 << 10
  /// Bytes of each channel that are kept, from its beginning. All is read.
  var channel: Int = 4 << 20

  /// Whether the system has to be asked again and again what the program takes.
  var areAboutUsage: Bool { memory < .max || threads < .max || processes < .max }
}
