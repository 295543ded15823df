import Foundation
import PackagePlugin

/// Runs the tool on the symbol graphs of a target.
///
/// Both plugins have this file, since plugins cannot share a module; `.ci/run` compares the two.
struct PackageCommand {
  private let context: PluginContext
  private let packageManager: PackageManager
  private let arguments: [String]

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  init(_ context: PluginContext, _ packageManager: PackageManager, _ arguments: [String]) {
    (self.context, self.packageManager, self.arguments) = (context, packageManager, arguments)
  }

  func run(_ options: [String]) throws {
    var extra: [String] = []
    if needsGraphs { extra = options + (try graphs()) }
    // The verb stays first.
    let words = Array(arguments.prefix(1)) + extra + Array(arguments.dropFirst())
    let process = Process()
    process.executableURL = try context.tool(named: "LandbridgeTool").url
    process.arguments = words
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

  /// Builds the target, and returns the options with the folders that the tool reads and writes.
  private func graphs() throws -> [String] {
    let target = try target()
    let inPackage = Set(context.package.targets.map(\.id))
    let others = target.recursiveTargetDependencies.filter { inPackage.contains($0.id) }
      .compactMap { $0 as? SwiftSourceModuleTarget }
    var options: [String] = []
    for target in [target] + others {
      options += ["--symbol-graph", try folder(with: target).path]
    }
    if arguments.first?.hasPrefix("draft-") ?? false {
      options += ["--output", target.directoryURL.path, "--tests", tests(of: target).path]
    }
    return options
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
    let all = context.package.targets.compactMap { $0 as? SwiftSourceModuleTarget }
      .filter { $0.kind != .test && $0.kind != .macro }
    let names = all.map(\.name).joined(separator: ", ")
    if let option = arguments.firstIndex(where: { $0 == "--target" || $0.hasPrefix("--target=") }) {
      let parts = arguments[option].split(separator: "=").map(String.init)
      let name = parts.count == 2 ? parts[1] : arguments.dropFirst(option + 1).first ?? ""
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

  /// The folder of the tests that depend on the target; where it would be, when there are none.
  private func tests(of target: SwiftSourceModuleTarget) -> URL {
    let tests = context.package.targets.compactMap { $0 as? SwiftSourceModuleTarget }.first {
      test in
      test.kind == .test && test.recursiveTargetDependencies.contains { $0.id == target.id }
    }
    return tests?.directoryURL
      ?? context.package.directoryURL.appendingPathComponent("Tests/\(target.name)Tests")
  }
}
