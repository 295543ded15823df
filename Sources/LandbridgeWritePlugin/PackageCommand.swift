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
    // The verb stays first.
    let extra = needsGraphs ? options + (try graphs()) : []
    let process = Process()
    process.executableURL = try context.tool(named: "LandbridgeTool").url
    process.arguments = arguments.prefix(1) + extra + arguments.dropFirst()
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      exit(process.terminationReason == .exit ? process.terminationStatus : 1)
    }
  }

  private var needsGraphs: Bool {
    guard let verb = arguments.first, !verb.hasPrefix("-"), verb != "help" else { return false }
    return !arguments.contains { ["--help", "-h", "--symbol-graph"].contains($0) }
  }

  /// The targets of the package that have classes, or tests.
  private func targets(_ isIncluded: (ModuleKind) -> Bool) -> [SwiftSourceModuleTarget] {
    context.package.targets.compactMap { $0 as? SwiftSourceModuleTarget }
      .filter { isIncluded($0.kind) }
  }

  /// Builds the target, and returns the options with the folders that the tool reads and writes.
  private func graphs() throws -> [String] {
    let target = try target()
    let others = target.recursiveTargetDependencies.map(\.id)
    var options: [String] = []
    for target in [target] + targets({ $0 != .test }).filter({ others.contains($0.id) }) {
      options += ["--symbol-graph", try folder(with: target).path]
    }
    guard arguments[0].hasPrefix("draft-") else { return options }
    let tests = targets { $0 == .test }.first { test in
      test.recursiveTargetDependencies.contains { $0.id == target.id }
    }
    // Where they would be, when there are none.
    let place = context.package.directoryURL.appendingPathComponent("Tests/\(target.name)Tests")
    return options + [
      "--package", context.package.directoryURL.path, "--output", target.directoryURL.path,
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
      // The package manager's own text for this is "fatalError".
      throw Failure(
        description:
          "\(target.name) does not compile: `swift build --target \(target.name)` shows why")
    }
  }

  private func target() throws -> SwiftSourceModuleTarget {
    let all = targets { $0 != .test && $0 != .macro }
    let names = all.map(\.name).joined(separator: ", ")
    var extractor = ArgumentExtractor(arguments)
    if let name = extractor.extractOption(named: "target").last {
      guard let target = all.first(where: { $0.name == name }) else {
        throw Failure(description: "no target named \(name); there are \(names)")
      }
      return target
    }
    guard all.count == 1 else {
      throw Failure(description: "which target has the classes? Say --target NAME: \(names)")
    }
    return all[0]
  }
}
