/// The accessors that drafts add to the sources of an app, each behind a mark in the file of its class.
enum SourceRegions {
  /// Adds the properties through which a slice reaches what only the files of its classes see, unless a text
  /// has them already.
  ///
  /// Other slices may have edited the texts of these files.
  static func addAccessors(of plan: SlicePlan, to edited: inout [String: String]) throws {
    for (type, part) in plan.accessors {
      guard let file = type.location?.file, let accessor = part.accessor else { continue }
      guard let old = try edited[file] ?? DraftFile.text(of: file)
      else { throw DraftingError("the source of \(type.name) was not found") }
      let mark = "// landbridge-access: \(type.name).\(part.field.name)"
      if old.split(whereSeparator: \.isNewline).contains(where: { $0.hasSuffix(mark) }) { continue }
      let (name, isLet) = (escaped(part.field.name), part.field.isLet)
      let body = isLet ? [name] : ["get { \(name) }", "set { \(name) = newValue }"]
      let head = "  var \(accessor): \(plan.graph.module.spelling(of: part.field.type)) {"
      let lines = ["extension \(type.spelling) {", head] + body.map { "    " + $0 } + ["  }", "}"]
      let start = old.last?.isNewline == true ? ["", mark] : ["", "", mark]
      edited[file] =
        old + (start + lines + [""]).joined(separator: old.contains("\r\n") ? "\r\n" : "\n")
    }
  }
}
