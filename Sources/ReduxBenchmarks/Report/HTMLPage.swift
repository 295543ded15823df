/// A report as one page that needs no network.
struct HTMLPage: Sendable {
  let title: String
  let report: BenchmarkReport
  let charts: [LineChart]

  /// The page as HTML.
  var text: String {
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
    <p class="soft">\(escape(title))</p>
    <h1>\(escape(answers[0]))</h1>
    \(answers.dropFirst().map { "<p class=\"lead\">\(escape($0))</p>" }.joined(separator: "\n"))
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
    return
      "\(machine.processor), \(machine.processors) processors, \(machine.system), \(machine.date)"
  }

  private var sections: [String] {
    let figures = charts.map { "<figure>\($0.svg)</figure>" }
    let skipped = report.skipped.isEmpty ? [] : [table(report.table(ofSkipped: report.skipped))]
    return [
      section(
        "Charts",
        "Both axes are logarithmic. A mark is a median, and the thin line through it goes from the "
          + "tenth to the ninetieth percentile. A mark without a line may be computed, as ≈ in the "
          + "tables.", figures, in: "div class=\"charts\""),
      section(
        "Strategies side by side",
        "A figure marked with ≈ is computed from the figures for fewer reads. "
          + BenchmarkReport.noiseNote,
        report.tables.enumerated().map { index, size in
          // The middle one is open, as in the text.
          index == report.tables.count / 2 ? table(size) : closed(size.title, table(size))
        }),
      section(
        "Times", "",
        report.cases.isEmpty
          ? [] : [closed("All \(report.cases.count) times", table(report.caseTable))]),
      section("Not measured", "", skipped, in: "div class=\"words\""),
      section(
        "Ratios and their bounds",
        "A ratio compares two cases that were sampled in turns. Its figure is the median of the rounds, "
          + "and its spread goes from the tenth to the ninetieth percentile. It meets its bound by its "
          + "median. It is inconclusive when the bound lies inside a spread that is too wide to tell.",
        report.ratios.isEmpty ? [] : [ratioSection]),
    ].compactMap { $0 }
  }

  /// What the page says first: the conclusions, or without them how much was measured.
  private var answers: [String] { report.findings.isEmpty ? [report.summary] : report.findings }

  /// A part that the reader opens.
  private func closed(_ title: String, _ part: String) -> String {
    "<details><summary>\(escape(title))</summary>\n\(part)\n</details>"
  }

  /// A section with a note below its heading, or nil without parts.
  private func section(
    _ heading: String, _ note: String, _ parts: [String], in element: String = "div"
  ) -> String? {
    guard !parts.isEmpty else { return nil }
    let end = element.split(separator: " ")[0]
    return """
      <section><h2>\(heading)</h2>
      <p class="soft">\(note)</p>
      <\(element)>\(parts.joined(separator: "\n"))</\(end)></section>
      """
  }

  private var ratioSection: String {
    """
    <p>\(escape(report.summary))</p>
    \(table(report.ratioTable(report.ratios), classes: report.ratios.map(\.cssClass)))
    """
  }

  /// A table; the classes are those of its last column.
  private func table(_ table: ReportTable, classes: [String]? = nil) -> String {
    let head = table.columns.map { "<th scope=\"col\">\(escape($0))</th>" }.joined()
    let rows = table.rows.enumerated().map { index, cells in
      var cells = cells.map { "<td>\(escape($0))</td>" }
      cells[0] = "<th scope=\"row\">\(breakable(table.rows[index][0]))</th>"
      if let classes {
        cells[cells.count - 1].replace("<td>", with: "<td class=\"\(classes[index])\">")
      }
      return "<tr>\(cells.joined())</tr>"
    }
    let title = escape(table.title)
    return """
      <p class="hint">The table scrolls sideways.</p>
      <div class="scroll" role="region" aria-label="\(title)" tabindex="0"><table>\
      <caption>\(title)</caption><thead><tr>\(head)</tr></thead><tbody>
      \(rows.joined(separator: "\n"))
      </tbody></table></div>
      """
  }

  private func escape(_ text: String) -> String { SVGDocument.escaped(text) }

  /// A name, which may break at its dots and brackets, so that the table fits a phone.
  private func breakable(_ name: String) -> String {
    escape(name).replacing(".", with: ".<wbr>").replacing("(", with: "<wbr>(")
  }

  /// One column on a phone, light or dark like the reader's system.
  private static let style = """
    :root{--ink:#1c2329;--soft:#59646e;--grid:#dde2e7;--paper:#fff;--good:#00804f;--bad:#b3003c}
    @media(prefers-color-scheme:dark){:root{--ink:#e8ecf0;--soft:#a3aeb8;--grid:#333c45;\
    --paper:#14191e;--good:#4fd6a0;--bad:#ff7d9e}}
    *{box-sizing:border-box}
    body{margin:0 auto;max-width:1080px;padding:20px 16px 60px;background:var(--paper);\
    color:var(--ink);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"DejaVu Sans",sans-serif}
    h1{font-size:1.5rem;line-height:1.3;margin:.4em 0;max-width:34em}
    h2{font-size:1.2rem;margin:2em 0 .5em}
    .lead{font-size:1.1rem;max-width:46em}
    .soft{color:var(--soft);font-size:.88rem;max-width:52em}
    summary{cursor:pointer;padding:.3em 0}
    .charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,420px),1fr));gap:20px}
    figure{margin:0;border:1px solid var(--grid);border-radius:8px;overflow:hidden}
    figure svg{display:block;width:100%;height:auto}
    .scroll{overflow-x:auto}
    table{border-collapse:collapse;font-size:.86rem;font-variant-numeric:tabular-nums}
    th,td{padding:4px 10px 4px 0;border-bottom:1px solid var(--grid);text-align:right;\
    white-space:nowrap;vertical-align:top}
    caption{text-align:left;font-weight:600;padding:1.2em 0 .3em}
    thead th{color:var(--soft)}
    th{font-weight:500}
    th:first-child,.words td,.words th{text-align:left;white-space:normal}
    th:first-child{min-width:11em}
    .hint{display:none;color:var(--soft);font-size:.8rem;margin:1em 0 -.8em}
    @media(max-width:640px){.hint{display:block}}
    .good{color:var(--good)}
    .bad{color:var(--bad)}
    .unsure{color:var(--soft)}
    """
}
