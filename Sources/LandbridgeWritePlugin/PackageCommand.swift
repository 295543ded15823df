import Foundation
import PackagePlugin

/// Runs the tool on the symbol graphs of a target.
///
/// Both plugins have this file, since plugins cannot share a module; `.ci/run` compares the two.
struct PackageCommand {
  let context: PluginContext
  let packageManager: PackageManager
  let arguments: [String]

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  func run(_ options: [String]) throws {
    let process = Process()
    process.executableURL = try context.tool(named: "LandbridgeTool").url
    // The verb stays first.
    process.arguments = arguments.prefix(1) + options + (try graphs()) + arguments.dropFirst()
    try process.run()
    process.waitUntilExit()
    let status = process.terminationReason == .exit ? process.terminationStatus : 1
    if status != 0 { exit(status) }
  }

  /// Builds the target, and returns the options with the folders that the tool reads and writes;
  /// nothing for help.
  private func graphs() throws -> [String] {
    guard let verb = arguments.first, !verb.hasPrefix("-"), verb != "help",
      Set(arguments).isDisjoint(with: ["--help", "-h", "--symbol-graph"])
    else { return [] }
    let package = context.package
    let all = package.targets.compactMap { $0 as? SwiftSourceModuleTarget }
    let target = try target(of: all.filter { $0.kind != .test && $0.kind != .macro })
    let used = Set(target.recursiveTargetDependencies.map(\.id))
    let modules = [target] + all.filter { $0.kind != .test && used.contains($0.id) }
    let graphs = try modules.flatMap { ["--symbol-graph", try folder(with: $0).path] }
    guard verb.hasPrefix("draft-") else { return graphs }
    let isGreen = !graphs[1].hasPrefix(context.pluginWorkDirectoryURL.path)
    let sources = isGreen ? ["--sources", try listSources(of: target).path + "/sources"] : []
    let tests = all.first { test in
      test.kind == .test && test.recursiveTargetDependencies.contains { $0.id == target.id }
    }
    // Where they would be, when there are none.
    let place = package.directoryURL.appendingPathComponent("Tests/\(target.name)Tests")
    return graphs + sources + [
      "--package", package.directoryURL.path, "--output", target.directoryURL.path,
      "--tests", (tests?.directoryURL ?? place).path,
    ]
  }

  private func folder(with target: SwiftSourceModuleTarget) throws -> URL {
    do {
      return try packageManager.getSymbolGraph(
        for: target,
        options: .init(
          minimumAccessLevel: .private, includeSynthesized: false, includeSPI: true,
          emitExtensionBlocks: false)
      ).directoryURL
    } catch {
      // A draft that asks something stops the build, too: the tool reads what the compiler understands.
      Diagnostics.warning(
        "\(target.name) does not compile: `swift build --target \(target.name)` shows why")
      return try listSources(of: target)
    }
  }

  /// Writes a list of the sources of a target into a folder of the plugin's own.
  private func listSources(of target: SwiftSourceModuleTarget) throws -> URL {
    let folder = context.pluginWorkDirectoryURL.appendingPathComponent(target.name)
    // The plugin's folder is that of the build, plugins/Name/outputs.
    let modules = folder.appendingPathComponent("../../../../debug/Modules").standardized
    let files = target.sourceFiles(withSuffix: "swift").map(\.url.path)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try ([target.moduleName, modules.path, target.directoryURL.path] + files)
      .joined(separator: "\n")
      .write(to: folder.appendingPathComponent("sources"), atomically: true, encoding: .utf8)
    return folder
  }

  private func target(of all: [SwiftSourceModuleTarget]) throws -> SwiftSourceModuleTarget {
    let names = all.map(\.name).joined(separator: ", ")
    var extractor = ArgumentExtractor(arguments)
    let name = extractor.extractOption(named: "target").last
    let found = all.filter { $0.name == name ?? $0.name }
    if found.count == 1 { return found[0] }
    let question = "which target has the classes? Say --target NAME: "
    throw Failure(
      description: (name.map { "no target named \($0); there are " } ?? question) + names)
  }
}
