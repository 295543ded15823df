/// Writes properties next to classes, in their files, for drafts to reach what only these files see.
struct AccessorRegions {
  let plan: SlicePlan

  /// Adds the properties that a slice needs to the texts of their files, which other slices may have edited.
  func add(to edited: inout [String: String]) throws {
    for (type, part) in plan.accessors {
      guard let file = type.location?.file, let accessor = part.accessor else { continue }
      guard let old = try edited[file] ?? DraftFile.text(of: file)
      else { throw DraftingError("the source of \(type.name) was not found") }
      let mark = "// landbridge-access: \(type.name).\(part.field.name)"
      if old.split(whereSeparator: \.isNewline).contains(where: { $0.hasSuffix(mark) }) { continue }
      let name = escaped(part.field.name)
      let text = """
        \(old.last?.isNewline == true ? "" : "\n")
        \(mark)
        extension \(type.spelling) {
          var \(accessor): \(plan.graph.module.spelling(of: part.field.type)) {
            \(part.field.isLet ? name : "get { \(name) }\n    set { \(name) = newValue }")
          }
        }

        """
      edited[file] = old + (old.contains("\r\n") ? text.replacing("\n", with: "\r\n") : text)
    }
  }
}
