import Foundation

/// Writes copy hooks into the sources of their classes, between two markers.
struct CopyRegions {
  let module: Module

  /// What is between the markers of one class, or of the conformances of a file.
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
  /// - Parameters:
  ///   - names: The classes; their superclasses and subclasses get hooks, too.
  ///   - force: Whether hooks may be replaced that were changed after they were drafted.
  /// - Returns: The text of each file that is not as it should be, by its path, in their order.
  /// - Throws: A ``DraftingError`` for an unknown class, or for a changed hook.
  func changes(for names: [String], force: Bool) throws -> [(path: String, text: String)] {
    var wanted: [String: TypeDeclaration] = [:]
    for name in names {
      let type = try module.type(named: name, [.class])
      for member in module.hierarchy(from: module.top(of: type)) {
        wanted[member.identifier] = member
      }
    }
    var files = Set(wanted.values.compactMap(\.location?.file))
    for type in module.classes {
      guard let location = type.location, let text = try? text(of: location.file),
        region(of: type, in: text) != nil
      else { continue }
      wanted[type.identifier] = type
      files.insert(location.file)
    }
    return try files.sorted().compactMap { file in
      let classes = wanted.values.filter { $0.location?.file == file }.sorted { $0.name < $1.name }
      let old = try text(of: file)
      let new = try text(old, with: classes, force: force)
      return new == old ? nil : (file, new)
    }
  }

  private func text(of file: String) throws -> String {
    do {
      return try String(contentsOfFile: file, encoding: .utf8)
    } catch {
      throw DraftingError("\(file) cannot be read")
    }
  }

  // MARK: Editing

  private func text(
    _ old: String, with classes: [TypeDeclaration], force: Bool
  ) throws -> String {
    var bytes = Array(old.utf8)
    var edits: [(range: Range<Int>, text: String)] = []
    for type in classes {
      if let edit = try edit(for: type, in: old, bytes, force: force) { edits.append(edit) }
    }
    let tops = classes.filter { module.superclasses(of: $0).isEmpty }
    edits.append(try conformances(of: tops, in: old, bytes, force: force))
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      bytes.replaceSubrange(edit.range, with: Array(edit.text.utf8))
    }
    return imported(
      String(decoding: bytes, as: UTF8.self), isPublic: classes.contains { $0.access == "public" })
  }

  private func edit(
    for type: TypeDeclaration, in text: String, _ bytes: [UInt8], force: Bool
  ) throws -> (range: Range<Int>, text: String)? {
    guard let body = type.body else {
      throw DraftingError("the source of \(type.name) was not found")
    }
    let region = region(of: type, in: text)
    try check(region, of: type.name, force: force)
    let draft = draft(of: type, in: text, region)
    if draft.isInherited { return region.map { ($0.range, "") } }
    let lineStart = bytes[..<body.close].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    let isAlone = bytes[lineStart..<body.close].allSatisfy { $0 == UInt8(ascii: " ") }
    let indentation = isAlone ? String(repeating: " ", count: body.close - lineStart) : ""
    let marked = Self.marked(try draft.lines(), indentation: indentation + "  ")
    if let region { return (region.range, marked) }
    return isAlone
      ? (lineStart..<lineStart, "\n" + marked) : (body.close..<body.close, "\n\n" + marked)
  }

  /// The conformances stand at the end of the file, since a nested class cannot have its own next to it.
  private func conformances(
    of types: [TypeDeclaration], in text: String, _ bytes: [UInt8], force: Bool
  ) throws -> (range: Range<Int>, text: String) {
    let region = Self.regions(in: text).last { region in
      region.content.contains(": GraphCopyable {}")
        && region.content.split(separator: "\n").allSatisfy { $0.hasPrefix("extension ") }
    }
    try check(region, of: "the conformances", force: force)
    let lines = types.map(\.spelling).sorted().map { "extension \($0): GraphCopyable {}" }
    let marked = lines.isEmpty ? "" : Self.marked(lines, indentation: "")
    if let region { return (region.range, marked) }
    let separator = bytes.last == UInt8(ascii: "\n") ? "\n" : "\n\n"
    return (bytes.count..<bytes.count, marked.isEmpty ? "" : separator + marked)
  }

  private static func marked(_ lines: [String], indentation: String) -> String {
    let content = lines.map { $0.isEmpty ? "\n" : indentation + $0 + "\n" }.joined()
    return indentation + begin + DraftFile.digest(of: content) + "\n" + content + indentation + end
      + "\n"
  }

  private func check(_ region: Region?, of name: String, force: Bool) throws {
    guard !force, let region, DraftFile.digest(of: region.content) != region.digest else { return }
    throw DraftingError("the hook of \(name) was changed after it was drafted; --force replaces it")
  }

  private func imported(_ text: String, isPublic: Bool) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let imports = lines.indices.filter { index in
      let words = lines[index].split(separator: " ")
      return words.first == "import" || (words.count > 2 && words.dropLast().last == "import")
    }
    if imports.contains(where: { lines[$0].hasSuffix("import ObjectGraph") }) { return text }
    let line = (isPublic ? "public " : "") + "import ObjectGraph"
    guard let last = imports.last else { return line + "\n\n" + text }
    var new = lines.map(String.init)
    new.insert(line, at: last + 1)
    return new.joined(separator: "\n")
  }

  // MARK: Regions

  private func draft(of type: TypeDeclaration, in text: String, _ region: Region?) -> CopyDraft {
    func isDrafted(_ location: Location?) -> Bool {
      guard let location, let region else { return false }
      return region.lines.contains(location.line)
    }
    return CopyDraft(
      module: module, type: type,
      initializers: type.initializers.filter { $0.isWritten && !isDrafted($0.location) },
      decodesItself: type.decodesItself && !isDrafted(type.decoding))
  }

  /// The region of a class: inside of its braces, and not of those of a class inside of it.
  private func region(of type: TypeDeclaration, in text: String) -> Region? {
    guard let body = type.body, let file = type.location?.file else { return nil }
    let inner = module.types.values.filter {
      $0.identifier != type.identifier && $0.location?.file == file
    }.compactMap(\.body).filter { $0.open > body.open && $0.close < body.close }
    return Self.regions(in: text).first { region in
      body.open < region.range.lowerBound && region.range.upperBound <= body.close
        && !inner.contains {
          $0.open < region.range.lowerBound && region.range.upperBound <= $0.close
        }
    }
  }

  private static func regions(in text: String) -> [Region] {
    var regions: [Region] = []
    var open: (start: Int, line: Int, digest: String, content: String)?
    var offset = 0
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let trimmed = line.drop { $0 == " " }
      let next = offset + line.utf8.count + 1
      if trimmed.hasPrefix(begin) {
        open = (offset, number, String(trimmed.dropFirst(begin.count)), "")
      } else if trimmed.hasPrefix(end), let region = open {
        regions.append(
          Region(
            range: region.start..<min(next, text.utf8.count), lines: region.line...number,
            digest: region.digest, content: region.content))
        open = nil
      } else {
        open?.content += line + "\n"
      }
      offset = next
    }
    return regions
  }
}
