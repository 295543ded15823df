import Foundation

@testable import SliceDrafting

/// Sources that the compiler reads at run time: a module with its symbol graph, as the plugin passes it.
final class CompiledModule: Sendable {
  /// What the models import, so that one call of the compiler is enough.
  private static let imported = """
    public typealias ReduceBlock<State, Action> = @Sendable (State, Action) -> Void
    @propertyWrapper public struct BackReference<Target: AnyObject>: Codable {
      public var wrappedValue: Target?
      public init() {}
      public init(wrappedValue: Target?) { self.wrappedValue = wrappedValue }
      public init(from decoder: any Decoder) throws {}
      public func encode(to encoder: any Encoder) throws {}
    }
    """

  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("module-\(UUID())")

  /// Compiles a module.
  ///
  /// - Throws: A ``DraftingError`` with what the compiler prints when it refuses the sources.
  init(_ name: String, _ files: [String: String]) throws {
    for folder in [graph, sources] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    try Data(Self.imported.utf8).write(to: folder.appendingPathComponent("Imported.swift"))
    // The graph of the library is read, too, as in a package that contains it.
    try compile("ReferenceRedux", ["Imported.swift"])
    for (name, text) in files {
      try Data(text.replacing("import ObjectGraph\n", with: "\n").utf8)
        .write(to: sources.appendingPathComponent(name))
    }
    let paths = files.keys.sorted().map { sources.appendingPathComponent($0).path }
    try compile(name, paths)
  }

  /// Copies a module, to write into its sources.
  init(copying other: CompiledModule) throws {
    try FileManager.default.copyItem(at: other.folder, to: folder)
    for name in try FileManager.default.contentsOfDirectory(atPath: graph.path) {
      let text = try other.text("Graph/\(name)")
      try Data(text.replacing(other.folder.path, with: folder.path).utf8)
        .write(to: graph.appendingPathComponent(name))
    }
  }

  private func compile(_ name: String, _ arguments: [String]) throws {
    let (compiler, output) = (Process(), Pipe())
    compiler.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    compiler.currentDirectoryURL = folder
    compiler.arguments =
      ["swiftc", "-parse-as-library", "-swift-version", "6", "-I", ".", "-emit-module"]
      + ["-emit-symbol-graph", "-emit-symbol-graph-dir", graph.path, "-module-name", name]
      + ["-symbol-graph-minimum-access-level", "private"] + arguments
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

  /// Runs a command on the module.
  func run(_ words: String...) throws -> String {
    let graph = ["--symbol-graph", graph.path, "--package", folder.path]
    return try DraftingCommand(words.prefix(1) + graph + words.dropFirst()).run().text
  }

  func text(_ name: String) throws -> String {
    try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
  }
}
