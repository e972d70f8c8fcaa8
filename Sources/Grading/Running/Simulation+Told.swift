import Simulation

extension Deadlock {
  /// Who waits for ever and for what, in the words of a finding.
  var told: String {
    let known = waits.filter { $0.lane != Lane.body }.map { "\($0.lane) (\($0.reason))" }
    let lanes = known + silent.filter { $0 != Lane.body }
    let bodys = waits.filter { $0.lane == Lane.body }.map { "whoever waits \($0.reason)" }
    let names = lanes.isEmpty ? (bodys.isEmpty ? ["the caller"] : bodys) : lanes
    var told = "from \(instant) on nothing happens any more, and \(names.listed)"
    told += names.count == 1 ? " waits for ever" : " wait for ever"
    if !busyThreads.isEmpty {
      told += "; still busy on real threads: \(busyThreads.listed)"
    }
    if mayBeRawSleep {
      told += "; if that is a raw Task.sleep: wait on the clock that you were given"
    }
    return told
  }
}

extension Leftovers {
  /// What was left, in the words of a finding.
  var told: String {
    var told = waits.map { "\($0.lane) waits \($0.reason)" }
    let waiting = Set(waits.map(\.lane))
    told += lanes.filter { !waiting.contains($0) }.map { "\($0) has not ended" }
    if jobs > 0 { told.append("\(jobs) job(s) would run on for ever") }
    if rawSleeps > 0 { told.append("\(rawSleeps) raw Task.sleep(s) are not over") }
    return told.listed
  }
}

extension Lane {
  /// The lane in which a simulation runs its body.
  fileprivate static let body = "test"
}

extension [String] {
  /// At most six of them, with commas.
  fileprivate var listed: String {
    count <= 6
      ? joined(separator: ", ") : prefix(5).joined(separator: ", ") + " and \(count - 5) more"
  }
}
