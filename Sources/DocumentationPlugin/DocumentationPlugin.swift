import Foundation
import PackagePlugin

/// Builds the reference documentation of all libraries into one archive: `swift package document`.
///
/// It needs the Swift toolchain and nothing else. With `--warnings-as-errors` a warning fails.
@main struct DocumentationPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let manager = FileManager.default
    let docc = try context.tool(named: "docc").url
    let work = context.pluginWorkDirectoryURL.appendingPathComponent("archives")
    try? manager.removeItem(at: work)
    try manager.createDirectory(at: work, withIntermediateDirectories: true)

    func archive(_ name: String, _ catalogue: URL, _ options: [String] = []) throws -> String {
      let output = work.appendingPathComponent("\(name).doccarchive").path
      try run(
        docc,
        ["convert", catalogue.path, "--output-dir", output, "--fallback-display-name", name]
          + ["--fallback-bundle-identifier", "landbridge.\(name)"] + options + arguments)
      print("\(name): done")
      return output
    }

    let sources = context.package.directoryURL.appendingPathComponent("Sources")
    var archives = [
      try archive("Landbridge", sources.appendingPathComponent("Landbridge.docc"))
    ]
    for product in context.package.products(ofType: LibraryProduct.self) {
      for target in product.sourceModules {
        let graphs = try packageManager.getSymbolGraph(
          for: target,
          options: .init(
            minimumAccessLevel: .public, includeSynthesized: false, includeSPI: false))
        archives.append(
          try archive(
            target.name, target.directoryURL.appendingPathComponent("\(target.name).docc"),
            ["--additional-symbol-graph-dir", graphs.directoryURL.path]))
      }
    }

    let merged = context.pluginWorkDirectoryURL.appendingPathComponent("Landbridge")
    try? manager.removeItem(at: merged)
    try run(
      docc,
      ["merge"] + archives + ["--output-path", merged.path]
        + ["--synthesized-landing-page-name", "Landbridge"]
        + ["--synthesized-landing-page-topics-style", "compactGrid"])
    print(
      """

      Show it with
        python3 -m http.server 8000 --directory \(merged.path)
      at http://localhost:8000/documentation/landbridge/
      """)
  }

  private func run(_ tool: URL, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = tool
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw ToolFailure(command: arguments[0]) }
  }
}

/// A call of `docc` that failed; it printed why.
private struct ToolFailure: Error, CustomStringConvertible {
  let command: String
  var description: String { "docc \(command) failed" }
}
