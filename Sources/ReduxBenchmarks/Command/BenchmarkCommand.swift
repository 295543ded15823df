internal import CommandLineSupport
internal import Foundation

/// The command line of a program that measures.
///
/// ```swift
/// let command = BenchmarkCommand("Shelves", comparing: [small, large])
/// exit(await command.run(Array(CommandLine.arguments.dropFirst())))
/// ```
@MainActor
public struct BenchmarkCommand {
  private let suite: BenchmarkSuite
  private let build: BuildMode
  private let plan: SamplingPlan?
  private let columns: Int?
  /// The characters for a status, as of a `ProgressLine`.
  private let progressText: @MainActor (String?) -> String
  private let write: @MainActor (String) throws -> Void
  private let writeError: @MainActor (String) -> Void

  /// Creates a command that measures a state in one size or several.
  ///
  /// - Parameters:
  ///   - name: The name of the program.
  ///   - comparisons: One comparison per size, all with the same subject; anything else is a mistake of
  ///     the caller and ends the process.
  public init<State, Value, Action>(
    _ name: String, comparing comparisons: [StateComparison<State, Value, Action>]
  ) {
    let summary = ComparisonSummary(of: comparisons)
    self.init(
      BenchmarkSuite(
        name, groups: comparisons.map(\.group), findings: { summary.findings($0) },
        tables: { summary.tables($0) }, charts: { summary.charts($0) }))
  }

  package init(
    _ suite: BenchmarkSuite, build: BuildMode = .current, plan: SamplingPlan? = nil,
    columns: Int? = StandardStreams.columns,
    progressText: @escaping @MainActor (String?) -> String = { ProgressLine().text(for: $0) },
    write: @escaping @MainActor (String) throws -> Void = { try StandardStreams.write($0) },
    writeError: @escaping @MainActor (String) -> Void = { StandardStreams.writeError($0) }
  ) {
    self.suite = suite
    self.build = build
    self.plan = plan
    self.columns = columns
    self.progressText = progressText
    self.write = write
    self.writeError = writeError
  }

  /// Runs the program and writes to the standard streams.
  ///
  /// It writes the files first, then the text. From here on, the process ignores `SIGPIPE`, so that a
  /// pipe without a reader is an error like a full disk.
  ///
  /// - Parameter arguments: The arguments without the name of the program; `--help` lists the options.
  /// - Returns: The exit status: 0, or 1 if a case threw, or 2 if nothing was measured because of the
  ///   arguments or of a debug build, or 3 if a file or the text could not be written.
  public func run(_ arguments: [String]) async -> Int32 {
    StandardStreams.prepare()
    do {
      let options = try CommandOptions(arguments)
      if options.showsHelp {
        try write(CommandOptions.help(for: suite.name) + "\n")
        return 0
      }
      if options.listsNames {
        try write(suite.names.joined(separator: "\n") + "\n")
        return 0
      }
      if let name = options.probe {
        try await suite.runOnce(name)
        return 0
      }
      if let name = options.firstCall {
        let time = try suite.timeOfFirstCall(name, clock: .machine)
        try write("\(Int((time / .nanoseconds(1)).rounded()))\n")
        return 0
      }
      let groups = try suite.groups(choosing: options.choice)
      guard build == .release else { throw BenchmarkError.debugBuild }
      let output = try ReportOutput(options)
      let report = try await measure(groups, options)
      // The data first: a text that cannot be written loses nothing.
      let failures = output.write(report, charts: suite.charts(report), title: suite.name)
      for failure in failures { printError(failure) }
      try write(report.text(fitting: columns, isWhole: options.isVerbose) + "\n")
      if !options.isVerbose {
        let hint = "--verbose prints every table, ratio and time; --html FILE writes a page."
        try write("\n" + hint.folded(to: columns).joined(separator: "\n") + "\n")
      }
      guard failures.isEmpty else { return OutputError.status }
      return report.skipped.contains(where: \.isFailure) ? 1 : 0
    } catch {
      printError(error)
      if error is OutputError { return OutputError.status }
      return error is UsageError || error as? BenchmarkError == .debugBuild ? 2 : 1
    }
  }

  private func printError(_ error: any Error) {
    writeError("\(suite.name): \("\(error)".escapedForTerminal)\n")
  }

  private func measure(
    _ groups: [BenchmarkGroup], _ options: CommandOptions
  ) async throws -> BenchmarkReport {
    let runner = BenchmarkRunner(
      plan: plan ?? (options.isQuick ? .quick : .full), build: build,
      probe: { ProcessProbe.failure(ofCase: $0) },
      firstCall: { try FirstCall.time(ofCase: $0) },
      progress: { progress in
        let isDone = progress.groupsDone == progress.groups
        let status = "[\(progress.groupsDone + 1)/\(progress.groups)] \(progress.title)"
        writeError(progressText(isDone ? nil : status))
      })
    var report = try await runner.run(groups)
    report.tables += suite.tables(report)
    report.findings += suite.findings(report)
    return report
  }
}

/// The files that a command writes its report to.
private struct ReportOutput {
  private let json: OutputPlace?
  private let html: OutputPlace?
  private let charts: OutputPlace?

  init(_ options: CommandOptions) throws {
    json = try options.jsonPath.map(OutputPlace.init(file:))
    html = try options.htmlPath.map(OutputPlace.init(file:))
    charts = try options.svgFolder.map(OutputPlace.init(folder:))
    let places = [("--json", json), ("--html", html), ("--svg", charts)]
    try OutputPlace.requireDistinct(
      places.compactMap { option, place in place.map { (option, $0) } })
  }

  /// Writes each file, whether or not another can be written.
  ///
  /// - Returns: The errors.
  func write(_ report: BenchmarkReport, charts: [LineChart], title: String) -> [any Error] {
    var failures: [any Error] = []
    func attempt(_ write: () throws -> Void) {
      do { try write() } catch { failures.append(error) }
    }
    attempt { try json?.write(report.json()) }
    attempt {
      try html?.write(Data(HTMLPage(title: title, report: report, charts: charts).text.utf8))
    }
    for (name, svg) in pictures(of: report, charts: charts) {
      attempt { try self.charts?.write(Data(svg.utf8), named: name + OutputPlace.pictureSuffix) }
    }
    return failures
  }

  private func pictures(
    of report: BenchmarkReport, charts: [LineChart]
  ) -> [(name: String, svg: String)] {
    var pictures: [(name: String, svg: String)] =
      report.ratios.isEmpty ? [] : [("bounds", BoundChart(ratios: report.ratios).svg)]
    for chart in charts {
      // Different titles may give one name.
      let names = [chart.fileName] + (2...charts.count + 2).map { "\(chart.fileName)-\($0)" }
      let name = names.first { name in !pictures.contains { $0.name == name } }
      pictures.append((name ?? chart.fileName, chart.svg))
    }
    return pictures
  }
}
