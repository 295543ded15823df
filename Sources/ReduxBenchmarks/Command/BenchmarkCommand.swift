package import CommandLineSupport
internal import Foundation

/// The command line of a benchmark program.
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
  ///   - comparisons: One comparison for each size, all with the same argument `subject`. The process ends with a
  ///     message if two comparisons differ in `subject`, or have the same `size`.
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

  /// Runs the program, which writes its report to the standard output, and errors to the standard error.
  ///
  /// The program writes the files of the options `--json` and `--svg` first, then the report.
  ///
  /// - Parameter arguments: The arguments without the name of the program; `--help` lists the options.
  /// - Returns: The exit status: 0 for success; 1 if a measurement threw an error, or two strategies have the same
  ///   name; 2 for invalid arguments or a debug build; 3 if a file or the report could not be written.
  public func run(_ arguments: [String]) async -> Int32 {
    do {
      let options = try CommandOptions(arguments)
      if options.showsHelp || options.listsNames {
        terminal.write(
          options.showsHelp
            ? CommandOptions.help(for: suite.name) : suite.names.joined(separator: "\n"))
        terminal.write("\n")
        return Terminal.exitStatus(0)
      }
      return Terminal.exitStatus(try await measure(options))
    } catch {
      printError(error)
      return error is UsageError || error as? BenchmarkError == .debugBuild ? 2 : 1
    }
  }

  private func printError(_ error: any Error) { terminal.error("\(suite.name): \(error)") }

  private func measure(_ options: CommandOptions) async throws -> Int32 {
    let groups = try suite.groups(choosing: options.choice)
    let json = try options.jsonPath.map { try OutputFile($0) }
    if let folder = options.svgFolder { try makeFolder(folder) }
    let runner = BenchmarkRunner(
      plan: plan ?? (options.isQuick ? .quick : .full), isDebugBuild: isDebugBuild,
      progress: { Terminal.showStatus($0) })
    var report = try await runner.run(groups)
    let charts = suite.conclude(&report)
    // The files first, each whether or not another can be written: a failure loses nothing else.
    var isWritten = true
    func write(_ body: () throws -> Void) {
      do { try body() } catch {
        isWritten = false
        printError(error)
      }
    }
    write { try json?.write(report.json()) }
    for chart in options.svgFolder == nil ? [] : charts {
      let path = "\(options.svgFolder ?? "")/\(chart.fileName).svg"
      write { try OutputFile(path).write(Data(chart.svg.utf8)) }
    }
    terminal.write(report.text(isWhole: options.isVerbose) + "\n")
    if !options.isVerbose { terminal.print(["", "--verbose prints every table, ratio and time."]) }
    guard isWritten else { return OutputError.status }
    return report.skipped.contains(where: \.isFailure) ? 1 : 0
  }

  private func makeFolder(_ path: String) throws(UsageError) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw UsageError("cannot create the folder \(path)")
    }
  }
}
