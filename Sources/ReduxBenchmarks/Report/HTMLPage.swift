/// A report as one page that needs no network.
///
/// ## Thread safety
/// Safe from any thread because it is an immutable value.
package struct HTMLPage: Sendable {
  private let title: String
  private let report: BenchmarkReport
  private let charts: [LineChart]

  /// Makes a page.
  ///
  /// - Parameters:
  ///   - title: its heading.
  ///   - report: the figures.
  ///   - charts: what they look like.
  package init(title: String, report: BenchmarkReport, charts: [LineChart]) {
    self.title = title
    self.report = report
    self.charts = charts
  }

  /// The page as HTML.
  package var text: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(escape(title))</title>
    <style>
    \(Self.style)
    </style>
    </head>
    <body>
    <header>
    <h1>\(escape(title))</h1>
    <p class="lead">\(escape(report.verdict))</p>
    <p class="soft">\(escape(machineLine))</p>
    </header>
    <main>
    \(sections.joined(separator: "\n"))
    </main>
    </body>
    </html>

    """
  }

  private var machineLine: String {
    let machine = report.machine
    let memory = FigureFormat.bytes(Double(machine.memory))
    return "\(machine.processor), \(machine.processors) processors, \(memory), \(machine.system), "
      + "\(machine.build.rawValue) build, \(machine.date)"
  }

  private var sections: [String] {
    var sections: [String] = []
    if !report.findings.isEmpty {
      let items = report.findings.map { "<li>\(escape($0))</li>" }.joined(separator: "\n")
      sections.append("<section><h2>What the figures say</h2><ul>\n\(items)\n</ul></section>")
    }
    if !charts.isEmpty {
      let pictures = charts.map { "<figure>\($0.svg)</figure>" }.joined(separator: "\n")
      sections.append(
        """
        <section><h2>In pictures</h2>
        <p class="soft">Both axes are logarithmic. A mark is a median, the thin line through it the \
        tenth to the ninetieth percentile; a mark without one may be computed, as ≈ in the tables.</p>
        <div class="charts">
        \(pictures)
        </div></section>
        """)
    }
    if !report.tables.isEmpty { sections.append(tableSection) }
    if !report.ratios.isEmpty { sections.append(rowSection) }
    if !report.cases.isEmpty { sections.append(caseSection) }
    if !report.skipped.isEmpty { sections.append(skippedSection) }
    return sections
  }

  private var tableSection: String {
    let tables = report.tables.map { item in
      let rows = item.rows.map { tableRow($0.map(escape)) }
      return "<h3>\(escape(item.title))</h3>\n\(table(item.columns, rows))"
    }
    return """
      <section><h2>Side by side</h2>
      <p class="soft">What is marked with ≈ follows from the figures for fewer reads.</p>
      \(tables.joined(separator: "\n"))</section>
      """
  }

  private var rowSection: String {
    let rows = report.ratios.map { row in
      let reach = Reach(bound: row.reach, direction: row.direction).description
      return tableRow(
        [
          escape(row.name), (row.noisy ? "~" : "") + FigureFormat.ratio(row.value),
          "\(FigureFormat.ratio(row.low))…\(FigureFormat.ratio(row.high))", escape(reach),
          row.aim.map { FigureFormat.ratio($0) } ?? "",
          "<b class=\"\(row.cssClass)\">\(row.verdict)</b>",
        ])
    }
    let chart = ReachChart(rows: report.ratios).svg
    return """
      <section><h2>What was to be reached</h2>
      <p class="soft">A row compares two sides that were sampled in turns. Its figure is the median of \
      the rounds; the spread is the tenth to the ninetieth percentile.</p>
      \(table(["row", "figure", "spread", "reach", "aim", ""], rows))
      <p class="soft">The picture shows by what factor each figure is better than its reach.</p>
      <figure class="alone">\(chart)</figure></section>
      """
  }

  private var caseSection: String {
    let rows = report.cases.map { item in
      tableRow([
        "<code>\(breakable(item.name))</code>", FigureFormat.time(item.median),
        FigureFormat.time(item.p10), FigureFormat.time(item.p90), String(item.samples),
        escape(item.unit.replacing("ns per ", with: "")),
        item.bytesHeld.map { FigureFormat.bytes(Double($0)) } ?? "",
      ])
    }
    return """
      <section><h2>Every case</h2>
      <p class="soft">Allocations are not counted: the C library tells how many bytes are in use, not \
      how often it was called. The last column says how many bytes of heap one result holds.</p>
      \(table(["case", "median", "p10", "p90", "n", "per", "result holds"], rows))</section>
      """
  }

  private var skippedSection: String {
    let rows = report.skipped.map {
      tableRow(["<code>\(breakable($0.name))</code>", escape($0.reason)])
    }
    return
      "<section class=\"words\"><h2>Not measured</h2>\n\(table(["case", "why"], rows))</section>"
  }

  private func table(_ titles: [String], _ rows: [String]) -> String {
    let head = titles.map { "<th>\(escape($0))</th>" }.joined()
    return "<div class=\"scroll\"><table><thead><tr>\(head)</tr></thead><tbody>\n"
      + rows.joined(separator: "\n") + "\n</tbody></table></div>"
  }

  private func tableRow(_ cells: [String]) -> String {
    "<tr>" + cells.map { "<td>\($0)</td>" }.joined() + "</tr>"
  }

  private func escape(_ text: String) -> String { SVGDocument.escaped(text) }

  /// A name that may be broken at its dots and brackets, so that a table fits a phone.
  private func breakable(_ name: String) -> String {
    escape(name).replacing(".", with: ".<wbr>").replacing("(", with: "<wbr>(")
  }
}
