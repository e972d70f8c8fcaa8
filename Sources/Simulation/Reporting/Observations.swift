/// What a simulation has seen up to the moment at which its report is taken.
struct Observations: Sendable {
  var timeline: Timeline
  var choices: [Int]?
  var elapsed: Duration
  var steps: Int
  var foreignWork: ForeignWork
  var remarks: [String]
}
