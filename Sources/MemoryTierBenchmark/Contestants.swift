import ActorOrLockSolution
import HowMuchMemorySolution
import Vocabulary

extension MemoryTier: Contestant {
  static let name = "MemoryTier"
}

extension LockedImageCache: Contestant {
  static let name = "LockedImageCache"
}
