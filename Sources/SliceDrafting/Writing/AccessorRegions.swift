import Foundation

/// Writes properties next to classes, in their files, for drafts to reach what only these files see.
struct AccessorRegions {
  let plan: SlicePlan
  let package: URL?

  /// The files that lack one of the properties that a slice needs, with them.
  ///
  /// - Parameter edited: What other slices add, by the path of the file.
  /// - Throws: A ``DraftingError`` for a file that cannot be read, or that stands outside of the package.
  func add(to edited: inout [String: String]) throws {
    for (type, part) in plan.accessors {
      guard let file = type.location?.file, let accessor = part.accessor else { continue }
      guard let old = try edited[file] ?? DraftFile.text(of: file) else {
        throw DraftingError("the source of \(type.name) was not found")
      }
      let mark = "// landbridge-access: \(type.name).\(part.field.name)"
      guard !old.contains(mark + "\n"), !old.contains(mark + "\r\n") else { continue }
      try CopyRegions(module: plan.graph.module, package: package).checkPlace(of: type, in: file)
      let name = escaped(part.field.name)
      var source = SourceBuilder()
      source.add(["", mark])
      source.block("extension \(type.spelling)") { source in
        source.block("var \(accessor): \(plan.graph.module.spelling(of: part.field.type))") {
          source in
          source.add(part.field.isLet ? name : "get { \(name) }")
          if !part.field.isLet { source.add("set { \(name) = newValue }") }
        }
      }
      let isReturned = old.contains("\r\n")
      let end = old.hasSuffix("\n") || old.hasSuffix("\r\n") ? "" : "\n"
      let text = end + source.text
      edited[file] = old + (isReturned ? text.replacing("\n", with: "\r\n") : text)
    }
  }
}
