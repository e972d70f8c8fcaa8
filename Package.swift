// swift-tools-version: 6.1
import Foundation
import PackageDescription

// MARK: The one list

/// Every exercise of the kit, in the order in which it is taught.
///
/// All targets follow from it: `Name` (the answer, in `Exercises/Name`), `NameSolution` (the
/// reference, in `Solutions/Name`) and `NameTests` (the hidden suite, in `Tests/Exercises`).
let exercises: [String] = [
  "TenCellsOneAvatar",
  "ActorReentrancyDuplicate",
  "FlingThrough500Rows",
  "TwoGBPhone",
]

/// Parts of the reference pipeline whose exercise is still to be written: their solution is a
/// target, the rest is not there yet. Named one by one, since SwiftPM keeps what it has made of a
/// manifest until its text changes: a folder that comes or goes would not be noticed.
let partsToCome = [
  "ActorOrLock",
  "BehindARemoteFlag",
  "CompletionList",
  "DecodeOffMain",
  "DiskTier",
  "FourThousandPixelOriginals",
  "HTTPForFree",
  "HowMuchMemory",
  "LRUYourself",
  "LowWaterMark",
  "NameTheNumbers",
  "OptimisticWrite",
  "PrefetchIsABet",
  "PushIsAProposal",
  "SomeoneElsesPhoto",
  "StableIdentity",
  "StalenessBudget",
  "SwipesMustNotBeLost",
  "TheStampede",
  "ThreeKindsOfImage",
  "TwoTiersTwoKeys",
  "URLProtocolSubstitution",
  "UndoTheSwipe",
  "VisibleBeforePrefetch",
]

// MARK: What the environment chooses

/// `FOLLOW_UPS_EXERCISE=Name` narrows the package to one exercise, so that an answer which does
/// not compile keeps nobody else's suite from running.
let narrowed = chosen("FOLLOW_UPS_EXERCISE")

/// `FOLLOW_UPS_ANSWERS=Folder` takes the answers from another folder inside the package, so that
/// a reference solution or a known mistake is built under the answer's own module name.
let answers = chosen("FOLLOW_UPS_ANSWERS") ?? "Exercises"

/// The value of a variable; one that is empty is not set.
func chosen(_ variable: String) -> String? {
  Context.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
}

if let narrowed, !exercises.contains(narrowed) {
  let known = exercises.isEmpty ? "there is none yet" : exercises.joined(separator: ", ")
  let sentence = "FOLLOW_UPS_EXERCISE names no exercise: '\(narrowed)'. Known: \(known).\n"
  FileHandle.standardError.write(Data(sentence.utf8))
  exit(1)
}

// MARK: Modules of the kit

/// One module under `Sources`, with its tests under `Tests` where it has them.
struct Module {
  var name: String
  var imports: [String] = []
  var isExecutable = false
  var isTested = true
  /// What its tests need besides.
  var testImports: [String] = []
  /// Optimised in debug builds too: the scheduler runs a hundred times for every check.
  var isHot = true
  /// Whether a hidden suite needs it. A package that is narrowed to one exercise has no others, so
  /// that grading an answer does not wait for the command that grades it.
  var servesSuites = true
}

/// The solutions that are put together to whole systems.
let solutions = (exercises + partsToCome).map { "\($0)Solution" }

let modules = [
  Module(name: "Vocabulary"),
  Module(name: "Simulation"),
  Module(name: "SimulatedPhone", imports: ["Vocabulary", "Simulation"]),
  Module(
    name: "ReferencePipeline", imports: ["Vocabulary"] + solutions,
    testImports: ["Simulation", "SimulatedPhone", "SuiteParts"]),
  Module(
    name: "Grading", imports: ["Simulation"],
    testImports: ["Vocabulary", "SimulatedPhone", "GradingXCTest", "TenCellsOneAvatarSolution"]),
  // A module of its own, because a program that links XCTest does not start on macOS.
  Module(name: "GradingXCTest", imports: ["Simulation", "Grading"], isTested: false),
  Module(
    name: "SimulatedApp",
    imports: ["Vocabulary", "Simulation", "SimulatedPhone", "ReferencePipeline"] + solutions),
  // What several suites arrange and expect; nothing but suites imports it.
  Module(
    name: "SuiteParts",
    imports: ["Vocabulary", "Simulation", "SimulatedPhone", "SimulatedApp", "Grading"],
    testImports: ["TenCellsOneAvatarSolution"]),
  Module(
    name: "PracticeKit",
    imports: ["Vocabulary", "Simulation", "SimulatedPhone", "SimulatedApp", "Grading"],
    isHot: false, servesSuites: false),
  Module(
    name: "practice", imports: ["PracticeKit"], isExecutable: true, isTested: false, isHot: false,
    servesSuites: false),
  Module(
    name: "SimulationBenchmark", imports: ["Simulation"], isExecutable: true, isTested: false,
    isHot: false, servesSuites: false),
  Module(
    name: "FlingBenchmark",
    imports: [
      "Vocabulary", "Simulation", "SimulatedPhone", "SimulatedApp", "FlingThrough500RowsSolution",
    ],
    isExecutable: true, isTested: false, isHot: false, servesSuites: false),
  Module(
    name: "MemoryTierBenchmark",
    imports: ["Vocabulary", "HowMuchMemorySolution", "ActorOrLockSolution"],
    isExecutable: true, isTested: false, isHot: false, servesSuites: false),
].filter { narrowed == nil || $0.servesSuites }

// MARK: Settings, once

let language: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
let optimised: [SwiftSetting] = [
  .unsafeFlags(["-O"], .when(configuration: .debug)),
  // Generic code of one module is specialised in another: a fling takes a tenth less.
  .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release)),
]

// MARK: Targets

/// All that lies beside the one source file of a folder: prompts, mistakes and the like.
func besides(_ file: String, in folder: String) -> [String] {
  let contents = try? FileManager.default.contentsOfDirectory(
    atPath: "\(Context.packageDirectory)/\(folder)")
  return (contents ?? []).filter { $0 != file && !$0.hasPrefix(".") }.sorted()
}

/// A target of one file that knows the vocabulary and nothing else of the kit.
func target(
  _ name: String, in folder: String, file: String, _ settings: [SwiftSetting]
) -> Target {
  .target(
    name: name, dependencies: ["Vocabulary"], path: folder,
    exclude: besides("\(file).swift", in: folder), sources: ["\(file).swift"],
    swiftSettings: settings)
}

var targets: [Target] = []

for module in modules {
  let dependencies = module.imports.map { Target.Dependency(stringLiteral: $0) }
  let settings = language + (module.isHot ? optimised : [])
  targets.append(
    module.isExecutable
      ? .executableTarget(name: module.name, dependencies: dependencies, swiftSettings: settings)
      : .target(name: module.name, dependencies: dependencies, swiftSettings: settings))
  if module.isTested, narrowed == nil {
    targets.append(
      .testTarget(
        name: "\(module.name)Tests",
        dependencies: ([module.name] + module.imports + module.testImports).map {
          Target.Dependency(stringLiteral: $0)
        },
        swiftSettings: language))
  }
}

for part in exercises + partsToCome {
  targets.append(
    target("\(part)Solution", in: "Solutions/\(part)", file: part, language + optimised))
}

for exercise in exercises where narrowed == nil || narrowed == exercise {
  targets += [
    target(exercise, in: "\(answers)/\(exercise)", file: exercise, language),
    .testTarget(
      name: "\(exercise)Tests",
      dependencies: [
        .init(stringLiteral: exercise), "Vocabulary", "Simulation", "SimulatedPhone",
        "ReferencePipeline", "SimulatedApp", "Grading", "GradingXCTest", "SuiteParts",
      ],
      path: "Tests/Exercises/\(exercise)Tests", swiftSettings: language),
  ]
}

let package = Package(
  name: "swift-follow-ups",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "practice", targets: ["practice"])],
  targets: targets,
  swiftLanguageModes: [.v6]
)
if narrowed != nil { package.products = [] }
