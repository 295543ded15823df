import Foundation

/// A file that a draft consists of, with a digest of its text, so that changes by a person are seen.
struct DraftFile {
  let path: String
  let text: String
  private let command: String

  /// The body is the text without the header.
  init(path: String, command: String, body: String) {
    (self.path, self.command) = (path, "`swift package landbridge-write \(command)`")
    text = """
      // Drafted by \(self.command), yours to change.
      // \(Self.mark)\(Self.digest(of: body)): a file with another text is not written again.
      // swift-format-ignore-file

      """ + body
  }

  private static let mark = "Digest "

  /// Refuses to replace a file that was changed, is another draft, or is none.
  func check(force: Bool) throws {
    guard let present = try Self.bytes(of: path), !force, present != Data(text.utf8) else { return }
    let lines = String(decoding: present, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 3, lines[0].hasPrefix("// Drafted by "),
      let digest = lines[1].range(of: Self.mark)
    else { throw DraftingError("\(path) is no draft; --force replaces it") }
    guard lines[0].hasPrefix("// Drafted by \(command)") else {
      throw DraftingError(
        "\(path) was drafted by another command, as its first line says; --force replaces it, "
          + "--output and --tests write elsewhere")
    }
    let body = lines[3...].joined(separator: "\n")
    guard lines[1][digest.upperBound...].prefix(16) == Self.digest(of: body)
    else { throw DraftingError("\(path) was changed after it was drafted; --force replaces it") }
  }

  /// The content of a file, or nil where there is none; no option replaces a folder or a pipe.
  private static func bytes(of path: String) throws -> Data? {
    let file = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard let kind = try? FileManager.default.attributesOfItem(atPath: file)[.type]
    else { return nil }
    guard kind as? FileAttributeType == .typeRegular
    else { throw DraftingError("\(path) is no file that can be read") }
    do { return try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
      throw DraftingError("\(path) cannot be read: \(error.localizedDescription)")
    }
  }

  /// The text of a file, with a byte order mark that it may have; nil where there is none, or no text.
  static func text(of path: String) throws -> String? {
    guard let data = try bytes(of: path) else { return nil }
    let text = String(decoding: data, as: UTF8.self)
    return Data(text.utf8) == data ? text : nil
  }

  /// The file that a path leads to, through links; an error where that is none of the package.
  static func place(of path: String, in package: String?) throws -> String {
    guard let package else { return path }
    var (folder, present, missing) = (resolved(package) ?? package, path, "")
    while true {
      if let found = resolved(present.isEmpty ? "/" : present) {
        guard "\(found)/".hasPrefix("\(folder)/"), !missing.contains("..") else { break }
        return found + missing
      }
      // A link that leads nowhere, which a file would be written through.
      let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: present)) != nil
      guard !isLink, let slash = present.lastIndex(of: "/") else { break }
      (missing, present) = (present[slash...] + missing, String(present[..<slash]))
    }
    throw DraftingError(
      "\(path) is outside of the package \(folder), by a link, a `..` or a #sourceLocation: "
        + "nothing is written")
  }

  private static func resolved(_ path: String) -> String? {
    guard let place = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(place) }
    return unsafe String(cString: place)
  }

  /// Writes a file as a whole, and its folders.
  static func write(_ text: String, to path: String) throws {
    let url = URL(fileURLWithPath: path)
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url, options: .atomic)
    } catch { throw DraftingError("\(path) cannot be written: \(error.localizedDescription)") }
  }

  /// Writes drafts, and files of the package with what is added to them, and returns a line for each draft.
  ///
  /// None is written when one of them may not be written, or does not compile.
  static func write(
    _ files: [DraftFile], edits: [String: String] = [:], package: String?,
    target: CompilerCheck.Target? = nil, force: Bool = false
  ) throws -> String {
    let paths = files.map(\.path) + edits.keys
    let places = Dictionary(
      try paths.map { ($0, try place(of: $0, in: package)) }, uniquingKeysWith: { $1 })
    var drafts: [String: String] = [:]
    for file in files {
      try file.check(force: force)
      guard drafts.updateValue(file.text, forKey: file.path) == nil else {
        throw DraftingError("two drafts would be in \(file.path); draft one of them elsewhere")
      }
    }
    try CompilerCheck().check(drafts: drafts, edits: edits, target: target)
    let lines = try files.map { file in
      let isPresent = try bytes(of: file.path) == Data(file.text.utf8)
      if !isPresent { try write(file.text, to: places[file.path] ?? file.path) }
      return "\(isPresent ? "up to date" : "written")  \(file.path)\n"
    }
    for (path, text) in edits { try write(text, to: places[path] ?? path) }
    return lines.joined()
  }

  /// The digest of a text: FNV-1a with 64 bits, which finds changes and does not resist attacks.
  static func digest(of text: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
