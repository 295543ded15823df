/// The regions behind marks that drafts add to the sources of an app, in the files of its classes.
struct SourceRegions {
  /// Begins the comment in front of a region; what it is about ends the line.
  let mark: String

  /// Adds a region behind the text of a file, unless the text has the region already.
  func adding(_ subject: String, _ lines: [String], to old: String) -> String {
    let first = "// \(mark): \(subject)"
    if old.split(whereSeparator: \.isNewline).contains(where: { $0.hasSuffix(first) }) {
      return old
    }
    let isOpen = old.last?.isNewline != true
    let end = old.contains("\r\n") ? "\r\n" : "\n"
    return old + ((isOpen ? [""] : []) + ["", first] + lines + [""]).joined(separator: end)
  }

  /// Adds the properties through which a slice reaches what only the files of its classes see.
  ///
  /// Other slices may have edited the texts of these files.
  static func addAccessors(of plan: SlicePlan, to edited: inout [String: String]) throws {
    for (type, part) in plan.accessors {
      guard let file = type.location?.file, let accessor = part.accessor else { continue }
      guard let old = try edited[file] ?? DraftFile.text(of: file)
      else { throw DraftingError("the source of \(type.name) was not found") }
      let (name, isLet) = (escaped(part.field.name), part.field.isLet)
      let body = isLet ? [name] : ["get { \(name) }", "set { \(name) = newValue }"]
      let head = "  var \(accessor): \(plan.graph.module.spelling(of: part.field.type)) {"
      let lines = ["extension \(type.spelling) {", head] + body.map { "    " + $0 } + ["  }", "}"]
      let new = Self(mark: "landbridge-access")
        .adding("\(type.name).\(part.field.name)", lines, to: old)
      if new != old { edited[file] = new }
    }
  }
}
