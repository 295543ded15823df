import Foundation

@testable import SliceDrafting

/// Sources that the compiler reads at run time: a module with its symbol graph, as the plugin passes it.
final class CompiledModule: Sendable {
  /// The declarations that the models import, so that one call of the compiler is enough.
  private static let imported = """
    public typealias ReduceBlock<State, Action> = @Sendable (State, Action) -> Void
    public struct StateSlice<State, Action, Value>: Sendable { public init() {} }


    """
    + ["BackReference", "StrongBackReference"].map { name in
      """
      @propertyWrapper public struct \(name)<Target: AnyObject>: Codable {
        public var wrappedValue: Target?
        public init() {}
        public init(wrappedValue: Target?) { self.wrappedValue = wrappedValue }
        public init(from decoder: any Decoder) throws {}
        public func encode(to encoder: any Encoder) throws {}
      }

      """
    }.joined()

  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("module%20 \(UUID())")

  /// Compiles a module.
  ///
  /// - Throws: A ``DraftingError`` with what the compiler prints when it refuses the sources.
  init(_ name: String, _ files: [String: String]) throws {
    try FileManager.default.createDirectory(at: graph, withIntermediateDirectories: true)
    try write(Self.imported, to: "Imported.swift")
    // The graph of the library is read, too, as in a package that contains it.
    try compile("ReferenceRedux", ["Imported.swift"])
    for (name, text) in files {
      try write(
        text.replacing("import ObjectGraph\n", with: "import ReferenceRedux\n"),
        to: "Sources/\(name)")
    }
    let paths = files.keys.sorted().map { sources.appendingPathComponent($0).path }
    try compile(name, paths)
  }

  /// The files of each model, compiled once, and the folder that they name.
  private static let models = [
    "Attic", "FieldOps", "Gaps", "Reader", "ReaderBefore", "ReaderWithAccounts",
  ].reduce(into: [:]) { models, name in
    models[name] = Result {
      let sources = try sources(of: name)
      let compiled = try CompiledModule(name, sources)
      let graph = try texts(in: compiled.graph)
      return (folder: compiled.folder.path, sources: sources, graph: graph)
    }
  }

  /// The sources of a model; that of an app before its migration is one of the bridge's tests.
  static func sources(of name: String) throws -> [String: String] {
    if name == "ReaderWithAccounts" {
      return try sources(of: "Reader").merging(["AccountsValue.swift": accounts]) { $1 }
    }
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let path = name == "ReaderBefore" ? "../ReaderApps/Before" : "Models/\(name)"
    return try texts(in: tests.appendingPathComponent(path))
  }

  private static let accounts = """
    import ReferenceRedux
    enum ReaderSlices {
      static let accounts = StateSlice<ReaderState, ReaderAction, AccountsValue>()
    }
    struct AccountsValue {}
    """

  static func texts(in folder: URL) throws -> [String: String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).reduce(into: [:]) {
      $0[$1] = try String(contentsOf: folder.appendingPathComponent($1), encoding: .utf8)
    }
  }

  /// A copy of a model, to write into its sources.
  init(model name: String) throws {
    let model = try Self.models[name]!.get()
    for (name, text) in model.sources { try write(text, to: "Sources/\(name)") }
    // Some compilers encode the space in the address of a source, and some do not.
    for (name, text) in model.graph {
      let plain = text.replacing(Self.encoded(model.folder), with: model.folder)
      try write(plain.replacing(model.folder, with: Self.encoded(folder.path)), to: "Graph/\(name)")
    }
  }

  private static func encoded(_ path: String) -> String {
    path.replacing("%", with: "%25").replacing(" ", with: "%20")
  }

  private func compile(_ name: String, _ arguments: [String]) throws {
    let (compiler, output) = (Process(), Pipe())
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.currentDirectoryURL = folder
    compiler.arguments =
      ["swiftc", "-parse-as-library", "-swift-version", "6", "-I", ".", "-emit-module"]
      + ["-emit-symbol-graph", "-emit-symbol-graph-dir", graph.path, "-module-name", name]
      + ["-symbol-graph-minimum-access-level", "private"]
      + ["-symbol-graph-skip-synthesized-members"] + arguments
    compiler.standardError = output
    try compiler.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    compiler.waitUntilExit()
    guard compiler.terminationStatus == 0 else { throw DraftingError(text) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var sources: URL { folder.appendingPathComponent("Sources") }
  var graph: URL { folder.appendingPathComponent("Graph") }

  func module() throws -> Module { try Module(symbolGraphsIn: [graph]) }

  /// Runs a command on the module, with the options that the plugin passes.
  func run(_ words: [String]) throws -> DraftingCommand.Outcome {
    let options = [
      "--symbol-graph", graph.path, "--package", folder.path, "--output", sources.path,
      "--tests", folder.path + "/Tests",
    ]
    return try DraftingCommand(words.prefix(1) + options + words.dropFirst()).run()
  }

  func run(_ words: String...) throws -> String { try run(words).text }

  func draft(_ words: String...) throws -> String { try run(["draft-slice"] + words).text }

  func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }

  func write(_ text: String, to name: String) throws {
    let file = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
}

extension Module {
  func graph(of state: String = "State") throws -> StateGraph {
    StateGraph(of: try type(named: state, [.class]), in: self)
  }

  func audit(of state: String) throws -> Audit { Audit(of: try graph(of: state)) }

  func plan(_ subject: String, action: String = "Action") throws -> SlicePlan {
    var planner = SlicePlanner(
      try graph(), action: try type(named: action, [.enum, .protocol]))
    return try planner.plan([subject], name: nil)
  }

  /// The text of the draft of a property.
  func draft(_ subject: String, action: String = "Action") throws -> String {
    let plan = try plan(subject, action: action)
    return SliceDraft(plan: plan, context: DraftContext(of: plan, file: "")).text
  }
}
