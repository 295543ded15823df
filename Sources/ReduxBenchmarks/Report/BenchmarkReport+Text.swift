internal import CommandLineSupport

extension BenchmarkReport: CustomStringConvertible {
  /// The answer in about one screen: the conclusions, the strategies at the middle one of the sizes, the
  /// ratios that missed their bounds, and the summary.
  public var description: String { text(fitting: nil, isWhole: false) }

  /// The whole report as text: the answer, and then all tables, times, ratios and what was skipped.
  public var details: String { text(fitting: nil, isWhole: true) }

  /// The report as text in lines of at most this many characters; `nil` for any number.
  func text(fitting columns: Int?, isWhole: Bool) -> String {
    func folded(_ text: String) -> String {
      text.folded(to: columns).joined(separator: "\n")
    }
    func lines(of table: ReportTable) -> String {
      let text = TextTable(table.columns, rows: table.rows)
      return ([folded(table.title + ":")] + text.lines(fitting: columns)).joined(separator: "\n")
    }
    // A few times are an answer by themselves.
    let answer =
      tables.isEmpty ? (cases.count <= 12 ? [caseTable] : []) : [tables[tables.count / 2]]
    let shown =
      isWhole
      ? tables + [ratioTable(ratios), caseTable, table(ofSkipped: skipped)]
      : answer + [
        ratioTable(ratios.filter { $0.verdict == .missed }, title: "Missed bounds"),
        table(ofSkipped: skipped.filter(\.isFailure)),
      ]
    var sections = findings.isEmpty ? [] : [findings.map(folded).joined(separator: "\n")]
    sections += shown.filter { !$0.rows.isEmpty }.map(lines)
    sections.append(folded(summary))
    sections.append(
      folded("\(machine.processor), \(machine.processors) processors, \(machine.system)"))
    return sections.joined(separator: "\n\n")
  }

  var caseTable: ReportTable {
    ReportTable(
      title: "Times",
      columns: ["case", "median", "p10", "p90", "samples", "per", "result holds"],
      rows: cases.map { item in
        [
          item.name, FigureFormat.time(item.median), FigureFormat.time(item.p10),
          FigureFormat.time(item.p90), String(item.samples),
          item.unit.replacing("ns per ", with: ""),
          item.bytesHeld.map { FigureFormat.bytes(Double($0)) } ?? "",
        ]
      })
  }

  func ratioTable(_ ratios: [RatioResult], title: String = "Ratios") -> ReportTable {
    ReportTable(
      title: title,
      columns: ["ratio", "figure", "spread", "bound", "verdict"],
      rows: ratios.map { ratio in
        [
          ratio.name, ratio.figure,
          "\(FigureFormat.ratio(ratio.low))…\(FigureFormat.ratio(ratio.high))",
          "\(ratio.bound)", ratio.verdict.rawValue,
        ]
      })
  }

  func table(ofSkipped skipped: [SkippedResult]) -> ReportTable {
    ReportTable(
      title: "Not measured", columns: ["case", "reason"],
      rows: skipped.map { [$0.name, $0.reason] })
  }
}

/// Figures as text: three significant digits and a suitable unit.
enum FigureFormat {
  static func time(_ nanoseconds: Double) -> String {
    scaled(nanoseconds, (1, "ns"), [(1e3, "µs"), (1e6, "ms"), (1e9, "s")])
  }

  static func bytes(_ bytes: Double) -> String {
    scaled(bytes, (1, "B"), [(1_024, "KB"), (1_048_576, "MB"), (1_073_741_824, "GB")])
  }

  /// A number with three significant digits and without a unit.
  static func ratio(_ value: Double) -> String {
    abs(value) >= 100 ? grouped(value) : digits(value)
  }

  /// A rounded number with a comma between thousands.
  static func grouped(_ value: Double) -> String {
    Int(exactly: value.rounded())?.grouped ?? "\(value)"
  }

  private static func scaled(
    _ value: Double, _ first: (Double, String), _ others: [(Double, String)]
  ) -> String {
    let step = others.last { abs(value) >= $0.0 } ?? first
    return digits(value / step.0) + " " + step.1
  }

  private static func digits(_ value: Double) -> String {
    let factor = abs(value) >= 100 ? 1.0 : abs(value) >= 10 ? 10 : 100
    let rounded = (value * factor).rounded() / factor
    return Int(exactly: rounded).map(String.init) ?? "\(rounded)"
  }
}
