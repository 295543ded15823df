import Foundation

/// Asks the compiler about drafts before one of them is written.
///
/// A draft that it refuses is a fault of the tool, or of code that a person gave to it, such as that of
/// `--initial-state`.
struct CompilerCheck {
  /// The name of the compiler, which is looked for in the path.
  var compiler = "swiftc"
  var limit = DispatchTimeInterval.seconds(60)

  /// The sources of a target and the modules that they import, as the plugin lists them.
  struct Target {
    let name: String
    let modules: String
    let folder: String
    let files: [String]

    init?(listIn path: String) throws {
      let lines = try DraftFile.text(of: path)?.split(separator: "\n").map(String.init) ?? []
      guard lines.count > 3 else { return nil }
      (name, modules, folder, files) = (lines[0], lines[1], lines[2], Array(lines[3...]))
    }

    /// The arguments with which the compiler reads the sources, some of them from other places.
    func arguments(_ copies: [String: String] = [:]) -> [String] {
      let present = files.filter { copies[$0] == nil } + copies.values.sorted()
      // Code that Swift 6 refuses may be allowed in the target.
      return ["-parse-as-library", "-swift-version", "5", "-module-name", name]
        + ["-I", modules, "-suppress-warnings"] + present
    }
  }

  /// Parses drafts, and files of the package with what is added to them, by their paths, and compiles those of a
  /// target with its other sources.
  ///
  /// A file that the parser refuses unchanged needs options of its target, and is left out.
  func check(drafts: [String: String], edits: [String: String], target: Target? = nil) throws {
    var sources = drafts
    for (path, text) in edits {
      guard let present = try DraftFile.text(of: path), try error(in: [path: present]) == nil
      else { continue }
      sources[path] = text
    }
    guard !sources.isEmpty else { return }
    if let error = try error(in: sources) {
      throw DraftingError("a draft does not parse, so nothing is written: \(error)")
    }
    guard let target else { return }
    let own = sources.filter { $0.key.hasPrefix(target.folder + "/") }
    guard let error = try error(in: own, of: target) else { return }
    throw DraftingError("a draft does not compile, so nothing is written: \(error)")
  }

  /// Writes the symbol graph of a target that does not compile, as far as the compiler understands it.
  func writeGraph(of target: Target, to folder: String) throws {
    let (options, output) = (["-symbol-graph-minimum-access-level", "private"], folder + "/module")
    _ = try run(
      ["-emit-module", "-emit-symbol-graph", "-emit-symbol-graph-dir", folder, "-o", output]
        + ["-Xfrontend", "-experimental-allow-module-with-compiler-errors"] + options
        + ["-symbol-graph-skip-synthesized-members"] + target.arguments())
  }

  /// The first error of the compiler in some sources; nil where it accepts them.
  private func error(in sources: [String: String], of target: Target? = nil) throws -> String? {
    let folder =
      FileManager.default.temporaryDirectory.appendingPathComponent("drafts-\(UUID())")
      .resolvingSymlinksInPath().path + "/"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var copies: [String: String] = [:]
    for (number, source) in sources.sorted(by: { $0.key < $1.key }).enumerated() {
      let copy = "\(folder)\(number)/\(source.key.split(separator: "/").last ?? "")"
      // A person answers these; until then they stop the build.
      let text = source.value.replacing("\n#error(\"CHECK: ", with: "\n// ")
      try DraftFile.write(text.replacing("#error(\"CHECK: ", with: "fatalError()  // "), to: copy)
      copies[source.key] = copy
    }
    // Swift 6 enables this; other rules of the parser need the target's options.
    let parsing = ["-frontend", "-parse", "-enable-bare-slash-regex"] + copies.values.sorted()
    let text = try run(target.map { ["-typecheck"] + $0.arguments(copies) } ?? parsing)
    let errors = text.split(separator: "\n").filter { $0.contains("error: ") }
    let found = errors.first { $0.hasPrefix(folder) } ?? (target == nil ? errors.first : nil)
    return found.map { error in
      error.contains(folder)
        ? String(error.replacing(folder, with: "").drop { $0 != "/" }.dropFirst()) : String(error)
    }
  }

  /// The errors that the compiler prints.
  private func run(_ arguments: [String]) throws -> String {
    let output = FileManager.default.temporaryDirectory.appendingPathComponent("out-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: output) }
    let process = Process()
    try DraftFile.write("", to: output)
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [compiler] + arguments
    process.standardInput = FileHandle.nullDevice
    // A pipe would be waited for as long as what the compiler has started holds it.
    process.standardError = FileHandle(forWritingAtPath: output)
    let end = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in end.signal() }
    // The end of the tool is that of the compiler, too.
    let signals = [SIGHUP, SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { end.signal() }
      source.resume()
      return (number, source)
    }
    defer { for (number, _) in signals { signal(number, SIG_DFL) } }
    try process.run()
    _ = end.wait(timeout: .now() + limit)
    // It leads a group, with what it has started.
    if process.isRunning, kill(-process.processIdentifier, SIGKILL) != 0 { process.terminate() }
    process.waitUntilExit()
    guard process.terminationReason == .exit else {
      throw DraftingError("\(compiler) was ended before it had read the drafts: nothing is written")
    }
    let text = try DraftFile.text(of: output) ?? ""
    return process.terminationStatus == 0 || text.contains("error: ") ? text : "error: \(text)"
  }
}
