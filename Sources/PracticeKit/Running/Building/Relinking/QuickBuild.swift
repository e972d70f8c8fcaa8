import Foundation

/// Builds other answers to an exercise from what SwiftPM has built of one: compiles the answer with
/// the command that SwiftPM wrote down, compiles the suite only where the answer's public interface
/// is another than all before, and links.
///
/// The answer is compiled as a resilient module: who uses it relies on its public interface alone,
/// and neither on private members nor on the layout of its types. So one compiled suite serves all
/// answers with one interface. The price is that a suite cannot `switch` over an enum of the
/// answer's without a default.
///
/// A second's work where the package takes several. The kit and the suite must not have changed
/// since, and nothing else may build in the same scratch folder meanwhile. Safe from any thread as
/// long as each has a folder of its own.
struct QuickBuild: Sendable {
  private let exercise: String
  private let answer: CompilerArguments
  private let suite: CompilerArguments
  private let link: CompilerArguments
  private let answerMap: OutputFileMap
  private let suiteMap: OutputFileMap
  /// The folder of the built products, by its real path.
  private let products: String
  /// What the bundle is linked from, a file in each line.
  private let objects: String
  /// Where compiled suites are kept, by the answer's interface.
  private let suites: URL

  /// What is needed to build other answers; nil where SwiftPM left no commands that can be made
  /// use of: on Apple's systems, where bundles are more than one file, or if a release of it
  /// writes them differently.
  ///
  /// - Parameters:
  ///   - build: A build that has succeeded.
  ///   - suites: A folder for compiled suites. What lies there already is taken for what this
  ///     suite makes of the same interface, so it has to be another folder for each state of the
  ///     kit.
  init?(after build: ExerciseBuild, suites: URL) {
    #if os(Linux)
      let products = build.products.resolvingSymlinksInPath().path
      guard let recipe = BuildRecipe(in: build.scratch),
        let answer = recipe.compiling(build.exercise),
        let suite = recipe.compiling("\(build.exercise)Tests"), let link = recipe.linkingTests,
        let answerMap = answer.value(of: "-output-file-map").flatMap(OutputFileMap.init(at:)),
        let suiteMap = suite.value(of: "-output-file-map").flatMap(OutputFileMap.init(at:)),
        let list = link.words.first(where: { $0.hasPrefix("@") }),
        let objects = try? String(contentsOfFile: String(list.dropFirst()), encoding: .utf8)
      else { return nil }
      exercise = build.exercise
      self.answer = answer
      self.suite = suite
      self.link = link
      self.answerMap = answerMap
      self.suiteMap = suiteMap
      self.products = products
      self.objects = objects
      self.suites = suites
    #else
      return nil
    #endif
  }

  /// Builds an answer.
  ///
  /// - Parameters:
  ///   - build: Which answer it is, as for a whole build.
  ///   - folder: Where its outputs go; what lies there is overwritten.
  ///   - containment: What the compiler is run in.
  ///   - limit: How long each of its runs may take.
  ///   - stop: Ends it early when given.
  /// - Returns: The bundle, or why there is none.
  /// - Throws: ``GradingError`` as a whole build does.
  func run(
    _ build: ExerciseBuild, in folder: URL, _ containment: Containment, limit: Duration,
    stop: StopSignal?
  ) throws(GradingError) -> Result<TestBundle, BuildFailure> {
    let step = Step(build: build, containment: containment, limit: limit, stop: stop)
    if let failure = build.refusal { return .failure(failure) }
    do throws(Interruption) {
      try compileAnswer(in: folder, step)
      if let failure = build.refusal(ofCompiledIn: folder) { return .failure(failure) }
      let suite = try compiledSuite(for: folder, step)
      return .success(try linked(in: folder, with: suite, step))
    } catch {
      switch error {
      case .failure(let failure): return .failure(failure)
      case .error(let error): throw error
      }
    }
  }

  // MARK: Steps

  private func compileAnswer(in folder: URL, _ step: Step) throws(Interruption) {
    let source = step.build.package.appending(path: step.build.answer).path
    let name = "\(exercise).build"
    let entry = answerMap.entries.first { $0.key.hasSuffix("/\(exercise).swift") }?.value ?? [:]
    let map = OutputFileMap([source: entry])
      .moved(from: "\(products)/\(name)", to: folder.appending(path: name).path)
    var arguments = answer
    arguments.drop(Self.forLaterBuilds)
    arguments.set("-emit-module-path", to: module(in: folder).path)
    arguments.replaceList(by: [source])
    arguments.add([
      "-enable-library-evolution", "-emit-module-interface-path", interface(in: folder).path,
    ])
    try makeFolders([folder.appending(path: name), modules(in: folder)])
    try compile(arguments, map, in: folder, step)
  }

  /// The folder with the suite, as it is compiled for the answer's interface.
  private func compiledSuite(for folder: URL, _ step: Step) throws(Interruption) -> URL {
    var fingerprint = Fingerprint()
    fingerprint.add(try declarations(in: folder).utf8)
    let finished = suites.appending(path: fingerprint.text)
    if FileManager.default.fileExists(atPath: finished.path) { return finished }
    let begun = suites.appending(path: "\(fingerprint.text)-\(UUID().uuidString)")
    try makeFolders([begun])
    var arguments = suite
    arguments.drop(Self.forLaterBuilds.union(["-emit-module", "-emit-module-path"]))
    arguments.lookForModules(in: modules(in: folder).path)
    let map = suiteMap.moved(from: suiteProducts, to: begun.path)
    try makeFolders(Set(map.objects.map { URL(fileURLWithPath: $0).deletingLastPathComponent() }))
    defer { try? FileManager.default.removeItem(at: begun) }
    try compile(arguments, map, in: begun, step)
    do {
      try FileManager.default.moveItem(at: begun, to: finished)
    } catch {
      // Somebody else was faster with the same.
      guard FileManager.default.fileExists(atPath: finished.path) else {
        throw .error(.file(path: finished.path, reason: error.localizedDescription))
      }
    }
    return finished
  }

  private func linked(
    in folder: URL, with suite: URL, _ step: Step
  ) throws(Interruption) -> TestBundle {
    let name = "\(exercise).build/\(exercise).swift.o"
    var list = objects.replacing(
      "\(products)/\(name)", with: folder.appending(path: name).path)
    for object in suiteMap.objects {
      list = list.replacing(object, with: suite.path + object.dropFirst(suiteProducts.count))
    }
    let file = folder.appending(path: "Objects.LinkFileList")
    try write(Data(list.utf8), to: file)
    let bundle = folder.appending(path: "\(exercise).xctest")
    var arguments = link
    arguments.set("-o", to: bundle.path)
    arguments.replaceList(by: ["@\(file.path)"])
    try execute(arguments, in: folder, step)
    return TestBundle(at: bundle)
  }

  /// What the answer declares for others, without the comments before it, which name the compiler
  /// and the package.
  private func declarations(in folder: URL) throws(Interruption) -> String {
    let file = interface(in: folder)
    do {
      return try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        .filter { !$0.hasPrefix("//") }.joined(separator: "\n")
    } catch {
      throw .error(.file(path: file.path, reason: error.localizedDescription))
    }
  }

  // MARK: Parts

  /// What a step is told besides.
  private struct Step {
    var build: ExerciseBuild
    var containment: Containment
    var limit: Duration
    var stop: StopSignal?
  }

  /// Why there is no bundle.
  private enum Interruption: Error {
    case failure(BuildFailure)
    case error(GradingError)
  }

  /// Debuggers, editors and later builds by SwiftPM want these; a run does not. The messages are
  /// wanted as people read them.
  private static let forLaterBuilds: Set<String> = [
    "-g", "-incremental", "-index-store-path", "-serialize-diagnostics", "-parseable-output",
    "-emit-objc-header", "-emit-objc-header-path",
  ]

  private var suiteProducts: String { "\(products)/\(exercise)Tests.build" }

  private func modules(in folder: URL) -> URL { folder.appending(path: "Modules") }

  private func module(in folder: URL) -> URL {
    modules(in: folder).appending(path: "\(exercise).swiftmodule")
  }

  private func interface(in folder: URL) -> URL {
    folder.appending(path: "\(exercise).swiftinterface")
  }

  private func compile(
    _ arguments: CompilerArguments, _ map: OutputFileMap, in folder: URL, _ step: Step
  ) throws(Interruption) {
    let file = folder.appending(path: "output-file-map.json")
    try write((try? JSONEncoder().encode(map)) ?? Data(), to: file)
    var arguments = arguments
    arguments.set("-output-file-map", to: file.path)
    try execute(arguments, in: folder, step)
  }

  /// Runs a command in the folder of its outputs, where those belong too that no argument names.
  private func execute(
    _ arguments: CompilerArguments, in folder: URL, _ step: Step
  ) throws(Interruption) {
    let program = Program(
      executable: arguments.words[0], arguments: Array(arguments.words.dropFirst()),
      environment: ProcessInfo.processInfo.environment, folder: folder, isConfined: false)
    let failure: BuildFailure?
    do throws(GradingError) {
      failure = try step.build.perform(
        program, in: step.containment, limit: step.limit, stop: step.stop)
    } catch {
      throw .error(error)
    }
    if let failure { throw .failure(failure) }
  }

  private func makeFolders(_ folders: some Sequence<URL>) throws(Interruption) {
    for folder in folders {
      do {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      } catch {
        throw .error(.file(path: folder.path, reason: error.localizedDescription))
      }
    }
  }

  private func write(_ data: Data, to file: URL) throws(Interruption) {
    do {
      try data.write(to: file)
    } catch {
      throw .error(.file(path: file.path, reason: error.localizedDescription))
    }
  }
}
