import Foundation

/// Asks the compiler's own parser about drafts before one of them is written.
///
/// It checks no types, since these need the built modules of the package. A draft that it refuses is a fault
/// of the tool, or of code that a person gave to it, such as that of `--initial-state`.
struct CompilerCheck {
  /// The name of the compiler, which is looked for in the path.
  var compiler = "swiftc"
  var limit = DispatchTimeInterval.seconds(60)

  /// Parses drafts, and files of the package with what is added to them, by their paths.
  ///
  /// A file that the parser refuses as it stands needs options of its target, and is left out.
  func parse(drafts: [String: String], edits: [String: String]) throws {
    var sources = drafts
    for (path, text) in edits {
      guard let present = try DraftFile.text(of: path), try error(in: [path: present]) == nil
      else { continue }
      sources[path] = text
    }
    guard !sources.isEmpty, let error = try error(in: sources) else { return }
    throw DraftingError("a draft does not parse, so nothing is written: \(error)")
  }

  /// The first error of the compiler; nil where it accepts all sources.
  private func error(in sources: [String: String]) throws -> String? {
    let files = FileManager.default
    let folder = files.temporaryDirectory.appendingPathComponent("landbridge-\(UUID())").path + "/"
    defer { try? files.removeItem(atPath: folder) }
    let copies = try sources.sorted { $0.key < $1.key }.enumerated().map { number, source in
      let copy = "\(folder)\(number)/\(source.key.split(separator: "/").last ?? "")"
      // A person answers these; until then they stop the build.
      try DraftFile.write(source.value.replacing("#error(\"CHECK: ", with: "// "), to: copy)
      return copy
    }
    let (process, output) = (Process(), folder + "output")
    try DraftFile.write("", to: output)
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // Swift 6 enables this; its other rules need the target's options.
    process.arguments = [compiler, "-frontend", "-parse", "-enable-bare-slash-regex"] + copies
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
      throw DraftingError(
        "\(compiler) was ended before it had parsed the drafts: nothing is written")
    }
    let text = try DraftFile.text(of: output) ?? ""
    guard process.terminationStatus != 0 else { return nil }
    let lines = text.split(separator: "\n")
    let error = lines.first { $0.contains(": error: ") } ?? lines.first ?? "no reason given"
    return error.contains(folder)
      ? String(error.replacing(folder, with: "").drop { $0 != "/" }.dropFirst()) : String(error)
  }
}
