import BehindARemoteFlagSolution
import FourThousandPixelOriginalsSolution
import Synchronization
import ThreeKindsOfImageSolution
import Vocabulary

/// At which size a request is decoded: as the policy of its kind says, or as a trial says for the
/// sessions that are in it.
///
/// The flag is read once, when the session begins: a session in which half of the rows had one
/// size and half another would be neither the old path nor the new one. The kill switch alone
/// reaches into a session. Pictures of both sizes have keys of their own, so none is served in
/// place of the other.
final class SizeChoice: Sendable {
  private let policies: ImagePolicies
  private let trial: SizeTrial?
  private let reading: FlagReading?
  private let flag: Mutex<RemoteFlag?>

  init(_ configuration: ImagePipeline.Configuration) {
    policies = configuration.policies
    trial = configuration.trial
    flag = Mutex(configuration.trial?.flag)
    reading = configuration.trial.map {
      FlagReading($0.flag, id: $0.id, deviceClass: configuration.device.name)
    }
  }

  /// Whether the session is in the trial now.
  var isTreated: Bool {
    guard let reading else { return false }
    return flag.withLock { flag in flag.map(reading.isOn) ?? false }
  }

  /// Takes in the flag as it is now, of which the kill switch counts.
  func update(_ flag: RemoteFlag) {
    self.flag.withLock { if $0?.name == flag.name { $0 = flag } }
  }

  func decodeSize(for request: ImageRequest) -> Int {
    let policy = policies[request.kind]
    let displaySize = request.key.maxPixelSize
    guard let trial, trial.kind == request.kind, isTreated else {
      return policy.decodeSize(for: displaySize)
    }
    return min(trial.buckets.size(for: displaySize), policy.largestSize)
  }
}
