import Foundation
import PackagePlugin

/// Builds the reference documentation of all libraries, and the guide, into one archive:
/// `swift package document`.
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

    let package = context.package.directoryURL
    let first = work.appendingPathComponent("Landbridge.docc")
    try manager.copyItem(
      at: package.appendingPathComponent("Sources/Landbridge.docc"), to: first)
    let guide = try String(
      contentsOf: package.appendingPathComponent("Migration.md"), encoding: .utf8)
    try article(guide).write(
      to: first.appendingPathComponent("Migration.md"), atomically: true, encoding: .utf8)
    var archives = [try archive("Landbridge", first)]
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
    let start = #"<meta http-equiv="refresh" content="0; url=documentation/landbridge/">"#
    try start.write(
      to: merged.appendingPathComponent("index.html"), atomically: true, encoding: .utf8)
    print(
      """

      Show it with
        python3 -m http.server 8000 --directory \(merged.path)
      at http://localhost:8000
      """)
  }

  /// The guide as a page of the archive, whose links lead to places in it.
  ///
  /// The guide itself links to files and headings as the hosting of the repository shows them.
  private func article(_ guide: String) -> String {
    let headings = guide.components(separatedBy: "\n").filter { $0.hasPrefix("#") }
      .map { $0.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces) }
    func words(_ heading: String) -> String {
      heading.filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
        .replacingOccurrences(of: " ", with: "-")
    }
    var text = guide
    for heading in headings {
      text = text.replacingOccurrences(
        of: "](#\(words(heading).lowercased()))",
        with: "](/documentation/landbridge/migration#\(words(heading)))")
    }
    return text.replacing(/\]\(Sources\/(\w+)\/\w+\.docc\/(\w+)\.md(#[\w-]+)?\)/) { link in
      "](/documentation/\(link.1.lowercased())/\(link.2.lowercased()))"
    }
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
