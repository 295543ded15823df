import Foundation

/// Writes copy hooks into the sources of their classes, between two markers.
struct CopyRegions {
  let module: Module

  /// What is between the markers of one class.
  private struct Region {
    /// The bytes from the line of the first marker to the end of that of the second.
    let range: Range<Int>
    let lines: ClosedRange<Int>
    let digest: String
    let content: String
  }

  private static let begin = "// landbridge-copies: begin "
  private static let end = "// landbridge-copies: end"

  /// The files with the hooks of some classes, and of those that have hooks already.
  ///
  /// Superclasses and subclasses get hooks, too; a hook that a person changed is only replaced by force.
  func changes(for names: [String], force: Bool) throws -> [(path: String, text: String)] {
    let named = Set(
      try names.flatMap { name in
        let type = try module.type(named: name, [.class])
        return module.hierarchy(from: module.top(of: type)).map(\.identifier)
      })
    let classes = Dictionary(grouping: module.classes) { $0.location?.file ?? "" }
    return try classes.sorted { $0.key < $1.key }.compactMap { file, classes in
      let text = try? String(contentsOfFile: file, encoding: .utf8)
      let regions = regions(in: text ?? "", of: file)
      let wanted = classes.filter { named.contains($0.identifier) || regions[$0.identifier] != nil }
      guard let first = wanted.first else { return nil }
      guard let text else { throw DraftingError("the source of \(first.name) was not found") }
      for type in wanted { try module.checkReading(of: type) }
      let new = try self.text(text, with: wanted, regions, force: force)
      return new == text ? nil : (file, new)
    }
  }

  private func text(
    _ old: String, with classes: [TypeDeclaration], _ regions: [String: Region], force: Bool
  ) throws -> String {
    var bytes = Array(old.utf8)
    let edits = try classes.compactMap { type in
      try edit(for: type, in: bytes, regions[type.identifier], force: force)
    }
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(edit.range, with: Array(edit.text.utf8))
    }
    // To Swift, CR and LF are one character, so lines are found with LF alone.
    let hasReturns = old.contains("\r\n")
    var new = Self.imported(
      String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n"),
      isPublic: classes.contains { $0.access == "public" })
    // At the end of the file, since a nested class cannot have its own next to it.
    let conformances = classes.filter {
      module.superclasses(of: $0).isEmpty && !$0.conformances.contains("GraphCopyable")
    }.map { "extension \($0.spelling): GraphCopyable {}\n" }.filter { !new.contains($0) }
    if !conformances.isEmpty {
      new += (new.hasSuffix("\n") ? "\n" : "\n\n") + conformances.joined()
    }
    return hasReturns ? new.replacing("\n", with: "\r\n") : new
  }

  private func edit(
    for type: TypeDeclaration, in bytes: [UInt8], _ region: Region?, force: Bool
  ) throws -> (range: Range<Int>, text: String)? {
    guard let body = type.body
    else { throw DraftingError("the source of \(type.name) was not found") }
    if !force, let region, DraftFile.digest(of: region.content) != region.digest {
      throw DraftingError(
        "the hook of \(type.name) was changed after it was drafted; --force replaces it")
    }
    func isDrafted(_ location: Location?) -> Bool {
      location.map { region?.lines.contains($0.line) ?? false } ?? false
    }
    let draft = CopyDraft(
      module: module, type: type,
      initializers: type.initializers.filter { $0.isWritten && !isDrafted($0.location) },
      decodesItself: type.decodesItself && !isDrafted(type.decoding))
    if draft.isInherited { return region.map { ($0.range, "") } }
    let spaces = bytes[..<body.close].reversed().prefix { $0 == UInt8(ascii: " ") }.count
    let lineStart = body.close - spaces
    let isAlone = bytes[lineStart - 1] == UInt8(ascii: "\n")
    let indentation = String(repeating: " ", count: isAlone ? spaces + 2 : 2)
    let content = try draft.lines().map { $0.isEmpty ? "\n" : indentation + $0 + "\n" }.joined()
    let hook =
      indentation + Self.begin + DraftFile.digest(of: content) + "\n" + content + indentation
      + Self.end + "\n"
    if let region { return (region.range, hook) }
    return isAlone ? (lineStart..<lineStart, "\n" + hook) : (body.close..<body.close, "\n\n" + hook)
  }

  private static func imported(_ text: String, isPublic: Bool) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let imports = lines.indices.filter { index in
      let words = lines[index].split(separator: " ")
      return words.first == "import" || (words.count > 2 && words.dropLast().last == "import")
    }
    if imports.contains(where: { lines[$0].hasSuffix("import ObjectGraph") }) { return text }
    let line = (isPublic ? "public " : "") + "import ObjectGraph"
    guard let last = imports.last else { return line + "\n\n" + text }
    lines.insert(line, at: last + 1)
    return lines.joined(separator: "\n")
  }

  /// The regions of a file, by the identifiers of the types in whose braces they stand.
  private func regions(in text: String, of file: String) -> [String: Region] {
    var regions: [String: Region] = [:]
    var open: (start: Int, line: Int, digest: String, content: String)?
    var offset = 0
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (number, bytes) in lines.enumerated() {
      let line = Substring(bytes).prefix { $0 != "\r" }
      let trimmed = line.drop { $0 == " " }
      let next = offset + bytes.count + 1
      if trimmed.hasPrefix(Self.begin) {
        open = (offset, number, String(trimmed.dropFirst(Self.begin.count)), "")
      } else if trimmed.hasPrefix(Self.end), let region = open {
        if let owner = type(around: region.start, in: file) {
          regions[owner] = Region(
            range: region.start..<min(next, text.utf8.count), lines: region.line...number,
            digest: region.digest, content: region.content)
        }
        open = nil
      } else {
        open?.content += line + "\n"
      }
      offset = next
    }
    return regions
  }

  /// The innermost type around an offset of a file.
  private func type(around offset: Int, in file: String) -> String? {
    module.types.values.filter { type in
      guard let body = type.body, type.location?.file == file else { return false }
      return body.open < offset && offset < body.close
    }.max { $0.body?.open ?? 0 < $1.body?.open ?? 0 }?.identifier
  }
}
