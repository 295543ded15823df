extension Audit {
  /// The report in text: a table of the classes, the findings, the proposed order of slices.
  package var text: String {
    var parts = [
      "The state \(root) of \(modules.joined(separator: ", ")): \(classes.count) classes"
    ]
    parts.append(
      table(
        ["class", "where", "properties", "holds", "held by"],
        classes.map {
          [$0.name, $0.place, "\($0.fields.count)", Self.few($0.holds), Self.few($0.heldBy)]
        }))
    let properties = classes.map { "- \($0.name): \($0.fields.joined(separator: ", "))" }
    parts.append("Stored properties:\n" + properties.joined(separator: "\n"))
    for rule in Finding.Rule.allCases {
      let found = findings.filter { $0.rule == rule }
      guard !found.isEmpty else { continue }
      parts.append(
        rule.rawValue.prefix(1).uppercased() + rule.rawValue.dropFirst() + ":\n"
          + found.map { "- " + $0.text }.joined(separator: "\n"))
    }
    if findings.contains(where: { [.mainActor, .posts].contains($0.rule) }) {
      parts.append(Self.modelsThatPost)
    }
    let order = slices.enumerated().map { "\($0 + 1). \($1.slice): \($1.reason)" }
    parts.append("Proposed order of slices:\n" + order.joined(separator: "\n"))
    return parts.joined(separator: "\n\n") + "\n"
  }

  private static let modelsThatPost = """
    In a `MainMigrationStore` such classes stay on the main actor and post as before: see the page "Class models \
    with notifications" of ReduxBridge.
    """

  /// The first names of a list; the JSON has all of them.
  static func few(_ names: [String]) -> String {
    let rest = names.count > 3 ? ", and \(names.count - 2) more" : ""
    return names.prefix(names.count > 3 ? 2 : 3).joined(separator: ", ") + rest
  }

  private func table(_ header: [String], _ rows: [[String]]) -> String {
    let rows = [header] + rows
    let widths = header.indices.map { column in rows.map { $0[column].count }.max()! }
    return rows.map { row in
      let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count + 2) }
      var line = cells.joined()
      while line.hasSuffix(" ") { line.removeLast() }
      return line
    }.joined(separator: "\n")
  }
}
