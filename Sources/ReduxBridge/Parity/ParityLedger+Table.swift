extension ParityLedger: CustomStringConvertible {
  /// The ledger as a table, with slices and action types in alphabetical order.
  ///
  /// Below the table, the text lists the gaps in the evidence: unexplained differences, slices that no action changed,
  /// action types that were never compared, events that only one side can express, changes that did not reach a
  /// listener or reached it again, findings about footprints and laws, rules that never applied, and moves to a stage
  /// despite unmet demands of a gate. The text then lists the types of actions that changed nothing, the excused
  /// differences, the checks of footprints, and the notifications of the listeners. The text has several lines, without
  /// a line break at the end.
  public var description: String {
    var sections = [counts()]
    func add(_ title: String, _ remarks: (Slice) -> [String], _ others: [String] = []) {
      let lines = slices.sortedByKey.flatMap { name, slice in
        remarks(slice).map { "\n  \(name): \($0)" }
      }
      if !lines.isEmpty {
        sections.append("\(title):" + (lines + others).joined())
      }
    }
    add("Not proved", \.unproved, overrides.map(Self.remark))
    add("Nothing changed", \.unchanged)
    add("Excused", \.excused)
    add("Footprints", \.checked)
    add("Listeners", \.received)
    let text = sections.filter { !$0.isEmpty }
    guard let first = text.first else { return "Nothing was compared." }
    return ([first + (text.count > 1 ? "\n" : "")] + text.dropFirst()).joined(separator: "\n")
  }

  private func counts() -> String {
    guard !entries.isEmpty else { return slices.isEmpty ? "" : "Nothing was compared." }
    var rows = [
      [
        "slice", "action", "compared", "changed", "matched", "excused", "mismatched", "skipped",
        "first", "last",
      ]
    ]
    for (name, types) in entries.sortedByKey {
      for (type, entry) in types.sortedByKey { rows.append(Self.row(name, type, entry)) }
      if types.count > 1 { rows.append(Self.row(name, "(all)", self[name].total)) }
    }
    return TextColumns.aligned(rows, leftColumns: 2).joined(separator: "\n")
  }

  private static func row(_ slice: String, _ type: String, _ entry: Entry) -> [String] {
    [
      slice, type, "\(entry.compared)", "\(entry.changed)", "\(entry.matched)",
      "\(entry.excused)", "\(entry.mismatched)", "\(entry.skipped)",
      entry.firstIndex.map { "\($0)" } ?? "-",
      entry.lastIndex.map { "\($0)" } ?? "-",
    ]
  }

  private static func remark(_ item: Override) -> String {
    if item.reason.isEmpty {
      return "\n  \(item.slice): promoted to \(item.stage.rawValue) without a gate and a comparison"
    }
    return "\n  \(item.slice): promoted to \(item.stage.rawValue) past its gate: \(item.reason)\n"
      + "    (unmet: \(item.unmet.joined(separator: "; ")))"
  }
}

extension ParityLedger.Slice {
  fileprivate var unproved: [String] {
    var lines: [String] = []
    let total = total
    if total.mismatched > 0 {
      let compared = counted(total.compared, "comparison")
      lines.append("\(total.mismatched) of \(compared) showed an unexplained difference")
    }
    let count = total.exercise.notComparable
    if count > 0 { lines.append("\(counted(count, "action")) could not be compared") }
    if total.compared > 0, total.changed == 0 { lines.append("no compared action changed it") }
    if entries[ParityLedger.otherTypes] != nil {
      lines.append(
        "more than \(ParityLedger.typeLimit) types of actions: their names seem to have something of "
          + "the payload; see actionType of ParityOptions")
    }
    lines += missingTypes
    for (listener, delivery) in deliveries.sortedByKey {
      if !delivery.missed.isEmpty {
        lines.append("\(listener) was not notified of \(Self.list(delivery.missed))")
      }
      if !delivery.repeated.isEmpty {
        lines.append("\(listener) was notified again of \(Self.list(delivery.repeated))")
      }
    }
    lines += footprint.findings.sorted().map { "footprint: \($0)" }
    if isUnwritten, total.compared > 0, laws.count <= 0 {
      lines.append("the store did not try `write`, and no law was checked")
    }
    lines += laws.findings.sorted().map { "law: \($0)" }
    return lines + unusedRules.map { "rule that never applied: \($0)" }
  }

  /// The types of actions that never changed a slice which others changed.
  fileprivate var unchanged: [String] {
    guard total.changed > 0 else { return [] }
    let types = entries.filter { $0.value.compared > 0 && $0.value.changed == 0 }
    return types.isEmpty ? [] : ["by \(types.sortedKeys.joined(separator: ", "))"]
  }

  fileprivate var excused: [String] {
    (rules ?? []).filter { $0.uses > 0 }.map { "\(counted($0.uses, "time")): \($0.rule)" }
  }

  fileprivate var checked: [String] {
    guard footprint.count > 0 else { return [] }
    let found =
      footprint.findings.isEmpty ? "nothing" : counted(footprint.findings.count, "difference")
    return ["checked after \(counted(footprint.count, "action")), \(found) found"]
  }

  fileprivate var received: [String] {
    deliveries.sortedByKey.map { listener, delivery in
      let changes = delivery.received.isEmpty ? "no change" : Self.list(delivery.received)
      return "\(listener) (\(delivery.side.rawValue) side) was notified of \(changes)"
    }
  }

  /// Lists counts by action type, such as `2 add, 1 rename`.
  private static func list(_ counts: [String: Int]) -> String {
    counts.sortedByKey.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
  }
}

extension Dictionary where Key == String {
  /// The names in their order, sorted by the code for arrays: that for keys is in an app once for each type.
  package var sortedKeys: [String] { Array(keys).sorted() }

  /// The members in the order of their names.
  package var sortedByKey: [Element] {
    sortedKeys.compactMap { index(forKey: $0).map { self[$0] } }
  }
}

/// Rows of text in columns.
package enum TextColumns {
  /// Aligns the first columns to the left, and the others, which hold numbers, to the right.
  package static func aligned(_ rows: [[String]], leftColumns: Int) -> [String] {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      row.enumerated().map { column, text in
        let padding = String(repeating: " ", count: widths[column] - text.count)
        if column >= leftColumns { return padding + text }
        return column == row.count - 1 ? text : text + padding
      }.joined(separator: "  ")
    }
  }
}
