internal import CommandLineSupport

/// The figures of a comparison as tables, sentences and charts.
@MainActor package struct ComparisonSummary {
  let subject: String
  /// The sizes, ascending, and the numbers of reads.
  let sizes: [Int]
  let reads: [Int]
  let strategies: [ComparisonStrategy]

  /// Adds the tables and the findings to a report, and returns the charts.
  package func conclude(_ report: inout BenchmarkReport) -> [LineChart] {
    report.tables += tables(report)
    report.findings += findings(report)
    return charts(report)
  }

  private func result(
    _ strategy: ComparisonStrategy, _ reads: Int, _ size: Int, _ report: BenchmarkReport
  ) -> CaseResult? {
    report.result(strategy.caseName(subject, reads: reads, size: size))
  }

  /// The line through the figures of a strategy, or nil without them.
  private func line(
    _ strategy: ComparisonStrategy, _ size: Int, _ report: BenchmarkReport
  ) -> CostLine? {
    guard let none = result(strategy, 0, size, report), let one = result(strategy, 1, size, report)
    else { return nil }
    let more = reads.filter { $0 > 1 }.compactMap { count in
      result(strategy, count, size, report).map { ($0.median - one.median) / Double(count - 1) }
    }
    let same = strategy.paysForEveryRead ? one.median - none.median : 0
    return CostLine(noReads: none.median, oneRead: one.median, furtherRead: more.last ?? same)
  }

  private func line(_ name: String, _ size: Int, _ report: BenchmarkReport) -> CostLine? {
    strategies.first { $0.name == name }.flatMap { line($0, size, report) }
  }

  // MARK: Tables and charts

  /// One table per measured size, with a row per strategy and a column per number of reads.
  ///
  /// A figure that is computed from those for fewer reads is marked with ≈, a noisy one with ±.
  func tables(_ report: BenchmarkReport) -> [ReportTable] {
    sizes.compactMap { size in
      let rows = strategies.compactMap { strategy -> [String]? in
        let cells = reads.map { reads in
          result(strategy, reads, size, report).map(\.figure)
            ?? line(strategy, size, report).map {
              "≈ " + FigureFormat.time($0.cost(reads: Double(reads)))
            } ?? ""
        }
        return cells.allSatisfy(\.isEmpty) ? nil : [strategy.label] + cells
      }
      guard !rows.isEmpty else { return nil }
      let columns = reads.map { "\($0.grouped) read\($0 == 1 ? "" : "s")" }
      return ReportTable(
        title: "Time per change, state of size \(size.grouped)",
        columns: ["strategy"] + columns, rows: rows)
    }
  }

  /// The cost of a change and one read against the size; none without figures.
  func charts(_ report: BenchmarkReport) -> [LineChart] {
    guard !sizes.isEmpty else { return [] }
    let chart = LineChart(
      title: "A change and one read of the state", xLabel: "objects in the state",
      yLabel: "time per change",
      series: strategies.map { strategy in
        LineChart.Series(
          strategy.label,
          points: sizes.compactMap { size in
            result(strategy, 1, size, report).map { LineChart.Point(x: Double(size), $0) }
          })
      })
    return chart.series.isEmpty ? [] : [chart]
  }

  // MARK: Findings

  /// The break-even points in words; no sentence for figures that are missing.
  func findings(_ report: BenchmarkReport) -> [String] {
    breakEven(report).map { [$0] } ?? []
  }

  /// From how many reads on a snapshot per read costs more than a copied value; nil without figures.
  private func breakEven(_ size: Int, _ report: BenchmarkReport) -> String? {
    guard let snapshots = line("snapshotByObjectGraph", size, report),
      let copied = line("valueCopied", size, report)
    else { return nil }
    let reads = snapshots.readsToExceed(copied)
    return reads.map { $0 == 0 ? "always" : "from \(Self.often($0)) on" } ?? "never"
  }

  private func breakEven(_ report: BenchmarkReport) -> String? {
    let answers = sizes.compactMap { size in
      breakEven(size, report).map { (size: size, text: $0) }
    }
    guard !answers.isEmpty else { return nil }
    let parts = answers.map { "\($0.text) at size \($0.size.grouped)" }
    return
      "A class state with a snapshot per read costs more than a value that is copied per change: "
      + parts.joined(separator: "; ") + "."
  }

  /// A number of reads per change, or below one half the number of changes per read.
  nonisolated static func often(_ reads: Double) -> String {
    guard reads < 0.5 else { return "\(FigureFormat.ratio(reads)) reads per change" }
    return "one read in \(Int((1 / reads).rounded()).grouped) changes"
  }
}

extension ComparisonSummary {
  /// Summarizes comparisons of one subject, which differ in size.
  ///
  /// Any other comparisons end the process.
  package init<State, Value, Action>(of comparisons: [StateComparison<State, Value, Action>]) {
    let subject = comparisons.first?.subject ?? ""
    guard comparisons.allSatisfy({ $0.subject == subject }),
      Set(comparisons.map(\.size)).count == comparisons.count
    else {
      fatalError("Give all comparisons of one program the same subject, and each its own size.")
    }
    var names: Set<String> = []
    self.init(
      subject: subject, sizes: comparisons.map(\.size).sorted(),
      reads: Set(comparisons.flatMap(\.readsPerChange)).sorted(),
      strategies: comparisons.flatMap(\.strategies).filter { names.insert($0.name).inserted })
  }
}

/// The cost of a change against the number of reads after it.
struct CostLine: Sendable, Equatable {
  /// The cost of a change without a read.
  let change: Double
  private let firstRead: Double
  private let furtherRead: Double

  /// Draws the line through the costs of a change with no read and with one; each further read adds more.
  init(noReads: Double, oneRead: Double, furtherRead: Double) {
    change = noReads
    firstRead = max(0, oneRead - noReads)
    self.furtherRead = max(0, furtherRead)
  }

  /// The cost with so many reads on average; less than one means that some changes are not read.
  func cost(reads: Double) -> Double {
    change + min(reads, 1) * firstRead + max(0, reads - 1) * furtherRead
  }

  /// The number of reads per change from which on this line costs more than another one.
  ///
  /// It is 0 if this line always costs more, and nil if it never does.
  func readsToExceed(_ other: CostLine) -> Double? {
    guard change <= other.change else { return 0 }
    if cost(reads: 1) > other.cost(reads: 1) {
      return (other.change - change) / (firstRead - other.firstRead)
    }
    guard furtherRead > other.furtherRead else { return nil }
    return 1 + (other.cost(reads: 1) - cost(reads: 1)) / (furtherRead - other.furtherRead)
  }
}
