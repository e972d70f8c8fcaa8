import Grading
import SimulatedPhone
import Vocabulary

/// Three checks of the sample suite, for any answer.
struct AvatarCheck: Sendable {
  let check: Check
  let lesson: Lesson
  let body: @Sendable (World, MakeAnswer) async throws -> Void

  static let all = [oneLoad, twoSizes, failureReachesAll]

  static let oneLoad = AvatarCheck(
    check: Check("oneLoad", "ten cells, one load, ten pictures"),
    lesson: Lesson(
      trap: "Ten loads for one picture", "each cell pays for a download of its own",
      say: "Whoever asks for a key in flight joins that load.")
  ) { world, make in
    let photos = Photos(world)
    let loader = make(photos.load)
    let cells = (1...10).map { cell in
      world.start("cell \(cell)", "asks \(Photos.row)") {
        try await loader.image(for: Photos.row)
      } answer: {
        "gets \($0.size.width) px"
      }
    }
    for cell in cells { _ = try await cell.value }
    try world.expect(
      "ten cells cause one load", photos.transport.log.records.count, is: 1,
      near: "/p/7 #2 starts"
    ) { "\($0) loads of the same picture" }
  }

  static let twoSizes = AvatarCheck(
    check: Check("twoSizes", "two sizes of one photo are two loads", needs: "oneLoad"),
    lesson: Lesson(
      trap: "Keyed by URL alone", "the viewer shows a blurry thumbnail",
      say: "The memory key is the URL plus the pixel size.")
  ) { world, make in
    let photos = Photos(world)
    let loader = make(photos.load)
    let cell = world.start("cell 1", "asks \(Photos.row)") {
      try await loader.image(for: Photos.row)
    } answer: {
      "gets \($0.size.width) px"
    }
    let viewer = world.start("viewer", "asks \(Photos.viewer)") {
      try await loader.image(for: Photos.viewer)
    } answer: {
      "gets \($0.size.width) px"
    }
    try world.expect(
      "the viewer, which asked for 1170 px, gets 1170 px", try await viewer.value.size.width,
      is: 1170, near: "viewer"
    ) { "\($0) px, from the feed's load of the same URL" }
    try world.expect(
      "the row, which asked for 360 px, gets 360 px", try await cell.value.size.width, is: 360,
      near: "cell 1"
    ) { "\($0) px, from the viewer's load of the same URL" }
  }

  static let failureReachesAll = AvatarCheck(
    check: Check("failure", "a failure reaches all ten, and the next call loads again", .senior),
    lesson: Lesson(
      trap: "A failure that stays", "one bad moment of the network, and the picture never comes",
      say: "An entry leaves with its load, however that ends.")
  ) { world, make in
    let photos = Photos(world, [.failing(.offline).after(.milliseconds(50)), Photos.photo])
    let loader = make(photos.load)
    let cells = (1...10).map { cell in
      world.start("cell \(cell)", "asks \(Photos.row)") {
        try await loader.image(for: Photos.row)
      }
    }
    var failures = 0
    for cell in cells { if case .failure = await cell.result { failures += 1 } }
    try world.expect("all ten hear of the failure", failures, is: 10) { "\($0) of ten" }
    _ = try await loader.image(for: Photos.row)
  }

  /// Runs the check against an answer.
  func run(_ make: @escaping MakeAnswer, plan: SchedulePlan = SchedulePlan()) -> Trial.Result {
    Trial(check, lesson, plan: plan).run { try await body($0, make) }
  }
}
