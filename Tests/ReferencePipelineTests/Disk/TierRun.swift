import Simulation
import Vocabulary

/// Makes a disk tier over a folder, with a budget in bytes.
typealias TierMaker = @Sendable (any FileStoring, Int) -> any EncodedImageStoring

/// The kind of run in which a check is tried.
struct TierRun: Sendable {
  var makeTier: TierMaker
  var schedule = Schedule.inOrder
  var hops = ActorHops.inline
}
