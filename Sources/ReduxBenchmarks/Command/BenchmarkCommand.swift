package import CommandLineSupport
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
  private let isDebugBuild: Bool
  private let plan: SamplingPlan?
  private let terminal: Terminal

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
        name, groups: comparisons.map(\.group), conclude: { summary.conclude(&$0) }))
  }

  package init(
    _ suite: BenchmarkSuite, isDebugBuild: Bool = isDebugBuildOfThisModule,
    plan: SamplingPlan? = nil,
    terminal: Terminal = Terminal()
  ) {
    self.suite = suite
    self.isDebugBuild = isDebugBuild
    self.plan = plan
    self.terminal = terminal
  }

  /// Runs the program and writes to the standard streams.
  ///
  /// It writes the files first, then the text.
  ///
  /// - Parameter arguments: The arguments without the name of the program; `--help` lists the options.
  /// - Returns: The exit status: 0, or 1 if a case threw, or 2 if nothing was measured because of the
  ///   arguments or of a debug build, or 3 if a file or a text could not be written, as to a closed pipe.
  public func run(_ arguments: [String]) async -> Int32 {
    do {
      let options = try CommandOptions(arguments)
      if options.showsHelp {
        terminal.write(CommandOptions.help(for: suite.name) + "\n")
      } else if options.listsNames {
        terminal.write(suite.names.joined(separator: "\n") + "\n")
      } else if let name = options.firstCall {
        let time = try suite.timeOfFirstCall(name, clock: .machine)
        terminal.write("\(Int((time / .nanoseconds(1)).rounded()))\n")
      } else {
        return Terminal.exitStatus(try await measure(options))
      }
      return Terminal.exitStatus(0)
    } catch {
      printError(error)
      return error is UsageError || error as? BenchmarkError == .debugBuild ? 2 : 1
    }
  }

  private func printError(_ error: any Error) { terminal.error("\(suite.name): \(error)") }

  private func measure(_ options: CommandOptions) async throws -> Int32 {
    let groups = try suite.groups(choosing: options.choice)
    guard !isDebugBuild else { throw BenchmarkError.debugBuild }
    try OutputFile.requireDescriptors()
    let output = try ReportOutput(options)
    let runner = BenchmarkRunner(
      plan: plan ?? (options.isQuick ? .quick : .full), isDebugBuild: isDebugBuild,
      progress: { Terminal.showStatus($0) })
    var report = try await runner.run(groups)
    let charts = suite.conclude(&report)
    // The files first: a text that cannot be written loses nothing.
    let failures = output.write(report, charts: charts, title: suite.name)
    for failure in failures { printError(failure) }
    terminal.write(report.text(isWhole: options.isVerbose) + "\n")
    if !options.isVerbose {
      let hint = "--verbose prints every table, ratio and time; --html FILE writes a page."
      terminal.print(["", hint])
    }
    guard failures.isEmpty else { return OutputError.status }
    return report.skipped.contains(where: \.isFailure) ? 1 : 0
  }
}

/// The files that a command writes its report to.
private struct ReportOutput {
  private let json: OutputFile?
  private let html: OutputFile?
  private let charts: String?

  init(_ options: CommandOptions) throws {
    json = try options.jsonPath.map { try OutputFile($0) }
    html = try options.htmlPath.map { try OutputFile($0) }
    charts = options.svgFolder
    if let json, let html, json.isSame(as: html) {
      throw UsageError("--json and --html name the same file \(html.path)")
    }
    guard let charts else { return }
    do {
      try FileManager.default.createDirectory(
        atPath: charts, withIntermediateDirectories: true, attributes: nil)
    } catch {
      throw UsageError("cannot create the folder \(charts)")
    }
  }

  /// Writes each file, whether or not another can be written.
  ///
  /// - Returns: The errors.
  func write(_ report: BenchmarkReport, charts: [LineChart], title: String) -> [any Error] {
    var failures: [any Error] = []
    func write(
      _ data: @autoclosure () throws -> Data, to file: @autoclosure () throws -> OutputFile?
    ) {
      do { try file()?.write(data()) } catch { failures.append(error) }
    }
    write(try report.json(), to: json)
    write(Data(HTMLPage(title: title, report: report, charts: charts).text.utf8), to: html)
    guard let folder = self.charts else { return failures }
    for chart in charts {
      write(Data(chart.svg.utf8), to: try OutputFile("\(folder)/\(chart.fileName).svg"))
    }
    return failures
  }
}
