extension ParityLedger: CustomStringConvertible {
  /// The ledger as a table, with what it does not prove below it.
  public var description: String { table() }

  /// The ledger as a table of text, slices and action types in alphabetical order.
  ///
  /// Below the table stands what was not proved: action types that were never compared, known
  /// differences that never showed, and promotions past a closed gate.
  ///
  /// - Returns: Several lines, without a line break at the end.
  public func table() -> String {
    var rows = [
      [
        "slice", "action", "compared", "matched", "excused", "mismatched", "skipped", "first",
        "last",
      ]
    ]
    for (slice, types) in entries.sorted(by: { $0.key < $1.key }) {
      for (type, entry) in types.sorted(by: { $0.key < $1.key }) {
        rows.append(Self.row(slice, type, entry))
      }
      if types.count > 1 { rows.append(Self.row(slice, "(all)", total(of: slice))) }
    }
    return (Self.aligned(rows) + remarks()).joined(separator: "\n")
  }

  private static func row(_ slice: String, _ type: String, _ entry: Entry) -> [String] {
    [
      slice, type, "\(entry.compared)", "\(entry.matched)", "\(entry.excused)",
      "\(entry.mismatched)", "\(entry.skipped)", entry.firstIndex.map { "\($0)" } ?? "-",
      entry.lastIndex.map { "\($0)" } ?? "-",
    ]
  }

  /// Two columns of words to the left, the numbers to the right.
  private static func aligned(_ rows: [[String]]) -> [String] {
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      row.enumerated().map { column, text in
        let padding = String(repeating: " ", count: widths[column] - text.count)
        return column < 2 ? text + padding : padding + text
      }.joined(separator: "  ")
    }
  }

  private func remarks() -> [String] {
    var lines: [String] = []
    for slice in Set(entries.keys).union(expectedActionTypes.keys).sorted() {
      let missing = neverCompared(in: slice)
      if !missing.isEmpty {
        lines.append("\(slice): never compared: \(missing.joined(separator: ", "))")
      }
      for use in rules[slice] ?? [] where use.uses > 0 {
        lines.append("\(slice): excused \(use.uses) times: \(use.rule)")
      }
      for rule in unusedRules(of: slice) {
        lines.append("\(slice): rule that never applied: \(rule)")
      }
    }
    for item in overrides {
      lines.append(
        "\(item.slice): promoted to \(item.stage.rawValue) past its gate: \(item.reason) "
          + "(unmet: \(item.unmet.joined(separator: "; ")))")
    }
    return lines
  }
}
