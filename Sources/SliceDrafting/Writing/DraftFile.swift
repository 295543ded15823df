import Foundation

/// A file that a draft consists of, with a digest of its text, so that changes by a person are seen.
struct DraftFile {
  let path: String
  let text: String

  /// - Parameters:
  ///   - path: Where the file stands.
  ///   - command: The command that writes it.
  ///   - body: Its text without the header.
  init(path: String, command: String, body: String) {
    self.path = path
    text = """
      // Drafted by `swift package landbridge-write \(command)`, yours to change.
      // \(Self.mark)\(Self.digest(of: body)): a file with another text is not written again.
      // swift-format-ignore-file

      """ + body
  }

  private static let mark = "Digest "

  /// Whether the file may be written: it does not exist, or is as it was drafted.
  ///
  /// - Throws: A ``DraftingError`` when the file was changed, or is no draft.
  func check(force: Bool) throws {
    guard !force, let present = try? String(contentsOfFile: path, encoding: .utf8), present != text
    else { return }
    let lines = present.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 3, lines[0].hasPrefix("// Drafted by "),
      let digest = lines[1].range(of: Self.mark)
    else {
      throw DraftingError("\(path) is no draft; --force replaces it")
    }
    let body = lines[3...].joined(separator: "\n")
    guard lines[1][digest.upperBound...].prefix(16) == Self.digest(of: body) else {
      throw DraftingError("\(path) was changed after it was drafted; --force replaces it")
    }
  }

  /// Writes a file as a whole, and its folders.
  ///
  /// - Throws: A ``DraftingError`` when it cannot be written.
  static func write(_ text: String, to path: String) throws {
    let url = URL(fileURLWithPath: path)
    do {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url, options: .atomic)
    } catch {
      throw DraftingError("\(path) cannot be written: \(error.localizedDescription)")
    }
  }

  /// Writes several files, or none when one of them may not be written.
  ///
  /// - Returns: A line for each file.
  static func write(_ files: [DraftFile], force: Bool) throws -> String {
    for file in files { try file.check(force: force) }
    return try files.map { file in
      let present = try? String(contentsOfFile: file.path, encoding: .utf8)
      if present != file.text { try write(file.text, to: file.path) }
      return "\(present == file.text ? "up to date" : "written")  \(file.path)\n"
    }.joined()
  }

  /// The digest of a text: FNV-1a with 64 bits, which finds changes and does not resist attacks.
  static func digest(of text: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
