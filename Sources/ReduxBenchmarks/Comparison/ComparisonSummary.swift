/// What a comparison came to, in tables, words and pictures.
///
/// ## Thread safety
/// Safe from any thread because it is an immutable value.
public struct ComparisonSummary: Sendable {
  let subject: String
  let sizes: [Int]
  let reads: [Int]
  let strategies: [ComparisonStrategy]

  /// Describes what was compared.
  ///
  /// - Parameters:
  ///   - subject: the first part of the names of the cases.
  ///   - sizes: the sizes of the state, ascending.
  ///   - reads: the numbers of reads per change, ascending.
  ///   - strategies: the strategies, of any size.
  public init(subject: String, sizes: [Int], reads: [Int], strategies: [ComparisonStrategy]) {
    self.subject = subject
    self.sizes = sizes
    self.reads = reads
    self.strategies = strategies
  }

  /// One table per size: strategies down, reads per change across.
  ///
  /// A figure that follows from those for fewer reads is marked with ≈.
  ///
  /// - Parameter report: the figures.
  /// - Returns: the tables of the sizes that were measured.
  public func tables(_ report: BenchmarkReport) -> [ReportTable] {
    sizes.compactMap { size in
      let rows = strategies.compactMap { strategy -> [String]? in
        let cells = reads.map { cell(strategy, $0, size, report) }
        return cells.allSatisfy(\.isEmpty) ? nil : [strategy.label] + cells
      }
      guard !rows.isEmpty else { return nil }
      let title = "Time per change, state of \(FigureFormat.grouped(Double(size)))"
      let columns = reads.map {
        "\(FigureFormat.grouped(Double($0))) \($0 == 1 ? "read" : "reads")"
      }
      return ReportTable(title: title, columns: ["strategy"] + columns, rows: rows)
    }
  }

  private func cell(
    _ strategy: ComparisonStrategy, _ reads: Int, _ size: Int, _ report: BenchmarkReport
  ) -> String {
    if let result = report.result(strategy.caseName(subject, reads: reads, size: size)) {
      return FigureFormat.time(result.median)
    }
    guard let line = line(strategy.name, size, report) else { return "" }
    return "≈ " + FigureFormat.time(line.cost(reads: Double(reads)))
  }

  /// The line through the measurements of a strategy, or nil without them.
  func line(_ name: String, _ size: Int, _ report: BenchmarkReport) -> CostLine? {
    guard let strategy = strategies.first(where: { $0.name == name }),
      let none = report.result(strategy.caseName(subject, reads: 0, size: size)),
      let one = report.result(strategy.caseName(subject, reads: 1, size: size))
    else { return nil }
    let more = reads.filter { $0 > 1 }.compactMap { count in
      report.result(strategy.caseName(subject, reads: count, size: size)).map {
        ($0.median - one.median) / Double(count - 1)
      }
    }
    let same = strategy.paysForEveryRead ? one.median - none.median : 0
    return CostLine(
      noReads: none.median, oneRead: one.median, furtherRead: more.last ?? same)
  }

  /// Cost against size, and cost against reads at one size.
  ///
  /// A change that nobody reads costs the same whatever readers would do, so the first chart leaves out
  /// the strategies that only differ in their reads. In the last one, what would take too long to measure
  /// follows from the figures for fewer reads, as in the tables.
  ///
  /// - Parameters:
  ///   - report: the figures.
  ///   - size: the size for the last chart.
  /// - Returns: the charts that have lines.
  public func charts(_ report: BenchmarkReport, readsAtSize size: Int) -> [LineChart] {
    let xLabel = "objects in the state"
    let yLabel = "time per change"
    let charts = [
      LineChart(
        title: "A change that nobody reads", xLabel: xLabel, yLabel: yLabel,
        series: strategies.filter { !$0.paysForEveryRead }.map { bySize($0, reads: 0, report) }),
      LineChart(
        title: "A change and one read of the state", xLabel: xLabel, yLabel: yLabel,
        series: strategies.map { bySize($0, reads: 1, report) }),
      LineChart(
        title: "A change and its reads, \(FigureFormat.grouped(Double(size))) objects",
        xLabel: "reads per change", yLabel: yLabel,
        series: strategies.map { byReads($0, size: size, report) }),
    ]
    return charts.filter { !$0.series.isEmpty }
  }

  private func bySize(
    _ strategy: ComparisonStrategy, reads: Int, _ report: BenchmarkReport
  ) -> LineChart.Series {
    LineChart.Series(
      strategy.label,
      points: sizes.compactMap { size in
        let name = strategy.caseName(subject, reads: reads, size: size)
        return report.result(name).map { LineChart.Point(x: Double(size), $0) }
      })
  }

  private func byReads(
    _ strategy: ComparisonStrategy, size: Int, _ report: BenchmarkReport
  ) -> LineChart.Series {
    LineChart.Series(
      strategy.label,
      points: reads.compactMap { reads in
        let name = strategy.caseName(subject, reads: reads, size: size)
        if let result = report.result(name) { return LineChart.Point(x: Double(reads), result) }
        return line(strategy.name, size, report).map { line in
          let cost = line.cost(reads: Double(reads))
          return LineChart.Point(x: Double(reads), y: cost, low: cost, high: cost)
        }
      })
  }
}
