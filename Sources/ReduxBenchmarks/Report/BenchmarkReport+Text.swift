extension BenchmarkReport: CustomStringConvertible {
  /// The whole report as text: cases, rows, what was left out, findings and verdict.
  public var description: String {
    var sections = ["\(machine.processor), \(machine.processors) processors, \(machine.system)"]
    if !cases.isEmpty { sections.append(caseTable.lines.joined(separator: "\n")) }
    for table in tables {
      var lines = TextTable(
        table.columns.enumerated().map { ($0.element, $0.offset == 0 ? .left : .right) })
      for row in table.rows { lines.add(row) }
      sections.append(([table.title + ":"] + lines.lines).joined(separator: "\n"))
    }
    if !ratios.isEmpty { sections.append(ratioTable.lines.joined(separator: "\n")) }
    if !skipped.isEmpty {
      let lines = skipped.map { "  \($0.name): \($0.reason)" }
      sections.append((["Not measured:"] + lines).joined(separator: "\n"))
    }
    if !findings.isEmpty { sections.append(findings.joined(separator: "\n")) }
    sections.append(verdict)
    return sections.joined(separator: "\n\n")
  }

  private var caseTable: TextTable {
    var table = TextTable([
      ("case", .left), ("median", .right), ("p10", .right), ("p90", .right), ("n", .right),
      ("per", .left), ("result holds", .right),
    ])
    for item in cases {
      table.add([
        item.name, FigureFormat.time(item.median), FigureFormat.time(item.p10),
        FigureFormat.time(item.p90), String(item.samples),
        item.unit.replacing("ns per ", with: ""),
        item.bytesHeld.map { FigureFormat.bytes(Double($0)) } ?? "",
      ])
    }
    return table
  }

  private var ratioTable: TextTable {
    var table = TextTable([
      ("row", .left), ("figure", .right), ("spread", .right), ("reach", .right), ("aim", .right),
      ("", .left),
    ])
    for row in ratios {
      table.add([
        row.name,
        (row.noisy ? "~" : "") + FigureFormat.ratio(row.value),
        "\(FigureFormat.ratio(row.low))...\(FigureFormat.ratio(row.high))",
        Reach(bound: row.reach, direction: row.direction).description,
        row.aim.map { FigureFormat.ratio($0) } ?? "",
        row.verdict,
      ])
    }
    return table
  }
}
