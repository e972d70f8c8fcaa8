import Foundation

/// The pipes between us and one contained program.
struct Plumbing {
  private var output: PipeEnds
  private var input: PipeEnds
  /// Ends when we do; see the script around the program.
  private var lifeline: PipeEnds
  private var channels: [Int32: PipeEnds] = [:]
  private let inputDescriptor: Int32
  private let nothing: Int32

  init(_ program: Program) throws(ContainmentError) {
    var made: [PipeEnds] = []
    do throws(ContainmentError) {
      for _ in 0..<3 + program.channels.count { made.append(try PipeEnds()) }
    } catch {
      for var ends in made {
        ends.closeReading()
        ends.closeWriting()
      }
      throw error
    }
    inputDescriptor = program.inputDescriptor
    nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
    output = made[0]
    input = made[1]
    lifeline = made[2]
    for (channel, ends) in zip(program.channels, made.dropFirst(3)) { channels[channel] = ends }
    output.readWithoutWaiting()
    for ends in channels.values { ends.readWithoutWaiting() }
    // Written while both ends are ours and open, so that it neither waits nor raises SIGPIPE.
    program.input.prefix(4_096).withUnsafeBytes { bytes in
      _ = write(input.writing, bytes.baseAddress, bytes.count)
    }
    input.closeWriting()
  }

  /// Our descriptors by their number in the child.
  var inChild: [Int32: Int32] {
    var descriptors: [Int32: Int32] = [
      0: nothing, 1: output.writing, 2: output.writing, 8: lifeline.reading,
    ]
    descriptors[inputDescriptor] = input.reading
    for (channel, ends) in channels { descriptors[channel] = ends.writing }
    return descriptors
  }

  /// Where to read what the program says.
  func outlets(_ limits: ProcessLimits) -> [Outlet] {
    let half = limits.output / 2
    let outlet = Outlet(
      channel: nil, descriptor: output.reading, kept: CappedOutput(head: half, tail: half))
    return [outlet]
      + channels.sorted { $0.key < $1.key }.map { channel, ends in
        Outlet(
          channel: channel, descriptor: ends.reading,
          kept: CappedOutput(head: limits.channel, tail: 0))
      }
  }

  /// Closes the ends that the child has now.
  mutating func closeTheirs() {
    output.closeWriting()
    input.closeReading()
    lifeline.closeReading()
    for channel in channels.keys { channels[channel]?.closeWriting() }
  }

  /// Closes all that is still open.
  mutating func close() {
    closeTheirs()
    Foundation.close(nothing)
    output.closeReading()
    lifeline.closeWriting()
    for channel in channels.keys { channels[channel]?.closeReading() }
  }
}
