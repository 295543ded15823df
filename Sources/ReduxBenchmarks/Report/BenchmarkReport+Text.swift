internal import CommandLineSupport
internal import Foundation

extension BenchmarkReport: CustomStringConvertible {
  /// A short form of the report, about one screen long: the conclusions, the table for the middle one of the sizes, the
  /// ratios that missed their bounds or cannot be judged, and a summary in a sentence.
  public var description: String { text(isWhole: false) }

  /// The answer, or the whole report with all tables, times, ratios and what was skipped.
  func text(isWhole: Bool) -> String {
    func lines(of table: ReportTable) -> String {
      (["\(table.title):"] + TextTable(table.columns, rows: table.rows).lines)
        .joined(separator: "\n")
    }
    // A few times are an answer by themselves.
    let answer =
      tables.isEmpty ? (cases.count <= 12 ? [caseTable] : []) : [tables[tables.count / 2]]
    let shown =
      isWhole
      ? tables + [ratioTable(ratios), caseTable, table(ofSkipped: skipped)]
      : answer + [
        ratioTable(ratios.filter { $0.verdict == .missed }, title: "Missed bounds"),
        ratioTable(ratios.filter { $0.verdict == .inconclusive }, title: "Too noisy to judge"),
        table(ofSkipped: skipped.filter { $0.isFailure || $0.isRatio }),
      ]
    var sections = findings.isEmpty ? [] : [findings.joined(separator: "\n")]
    sections += shown.filter { !$0.rows.isEmpty }.map(lines)
    if shown.contains(where: \.isNoisy) { sections.append(Self.noiseNote) }
    sections.append(summary)
    sections.append("\(machine.processor), \(machine.processors) processors, \(machine.system)")
    return sections.joined(separator: "\n\n")
  }

  static let noiseNote =
    "± marks a median that says little: its samples vary, and their ninetieth percentile is more than one "
    + "and a half times their tenth."

  var caseTable: ReportTable {
    ReportTable(
      title: "Times",
      columns: ["case", "median", "p10", "p90", "samples", "per"],
      rows: cases.map { item in
        [
          item.name, item.figure, FigureFormat.time(item.p10),
          FigureFormat.time(item.p90), String(item.samples),
          item.unit.replacing("ns per ", with: ""),
        ]
      })
  }

  func ratioTable(_ ratios: [RatioResult], title: String = "Ratios") -> ReportTable {
    ReportTable(
      title: title,
      columns: ["ratio", "figure", "spread", "bound", "verdict"],
      rows: ratios.map { ratio in
        [
          ratio.name, FigureFormat.ratio(ratio.value),
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
    let units = [(1e3, "µs"), (1e6, "ms"), (1e9, "s")]
    let unit = units.last { abs(nanoseconds) >= $0.0 } ?? (1, "ns")
    return "\(ratio(nanoseconds / unit.0)) \(unit.1)"
  }

  /// A number without a unit.
  static func ratio(_ value: Double) -> String {
    let style = FloatingPointFormatStyle<Double>(locale: Locale(identifier: "en_US"))
    return value.formatted(
      style.precision(abs(value) >= 100 ? .fractionLength(0) : .significantDigits(1...3)))
  }
}
