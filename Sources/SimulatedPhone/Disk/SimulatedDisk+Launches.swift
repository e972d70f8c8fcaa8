public import Simulation
import Synchronization
import Vocabulary

extension SimulatedDisk {
  /// Arranges for something to happen at a step of this launch.
  ///
  /// Nothing comes of it where the step has been taken already, or is never reached.
  public func plan(_ mishap: DiskMishap) {
    state.withLock { $0.plan[mishap.step, default: []].append(mishap) }
  }

  /// Ends the app now. Calls that are under way, and all later ones, throw `FileError.ended`.
  public func end() {
    state.withLock { $0.hasEnded = true }
  }

  /// Whether the app has ended.
  public var hasEnded: Bool { state.withLock { $0.hasEnded } }

  /// Ends the app, and gives the disk of its next launch, with what has survived.
  ///
  /// Steps and counts begin anew, and nothing is planned. Room, timing and lane are the same.
  ///
  /// - Parameters:
  ///   - survival: What becomes of bytes that were not flushed.
  ///   - other: The simulation of the next launch; by default that of this one.
  /// - Returns: The disk of the next launch.
  public func relaunched(
    _ survival: DiskSurvival, in other: Simulation? = nil
  ) -> SimulatedDisk {
    let (folder, keepsSteps) = state.withLock { state in
      state.hasEnded = true
      var folder = state.folder
      folder.lose(survival)
      return (folder, state.keepsSteps)
    }
    return SimulatedDisk(
      other ?? simulation, lane: lane, timing: timing, folder: folder, keepsSteps: keepsSteps)
  }
}
