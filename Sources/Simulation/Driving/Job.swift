/// One piece of work that the runtime has handed to the simulation.
struct Job {
  /// The executor on which the job has to run.
  enum Target {
    case anywhere
    case mainActor
  }

  var unowned: UnownedJob
  var target: Target

  /// The number of the task to which the job belongs, where the runtime tells.
  ///
  /// Numbers rise with each new task of the process. Read from the job's public description,
  /// since there is no other public way; costly, so only for jobs from foreign threads.
  var taskNumber: UInt64? {
    let text = unowned.description
    guard let colon = text.lastIndex(of: ":") else { return nil }
    return UInt64(text[text.index(after: colon)...].drop { $0 == " " }.prefix { $0.isNumber })
  }
}
