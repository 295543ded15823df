internal import Foundation

/// The command line of a program that measures.
///
/// ```swift
/// exit(await BenchmarkCommand(suite).run(Array(CommandLine.arguments.dropFirst())))
/// ```
///
/// ## Thread safety
/// Confined to the main actor.
@MainActor
public struct BenchmarkCommand {
  private let suite: BenchmarkSuite
  private let build: BuildMode
  private let plan: SamplingPlan?
  private let write: @MainActor (String) -> Void
  private let writeError: @MainActor (String) -> Void

  /// Makes a command that writes to the standard streams.
  ///
  /// - Parameter suite: what it can measure.
  public init(_ suite: BenchmarkSuite) {
    self.init(
      suite, build: .current, plan: nil,
      write: { FileHandle.standardOutput.write(Data($0.utf8)) },
      writeError: { FileHandle.standardError.write(Data($0.utf8)) })
  }

  package init(
    _ suite: BenchmarkSuite, build: BuildMode, plan: SamplingPlan?,
    write: @escaping @MainActor (String) -> Void, writeError: @escaping @MainActor (String) -> Void
  ) {
    self.suite = suite
    self.build = build
    self.plan = plan
    self.write = write
    self.writeError = writeError
  }

  /// Carries out a command line.
  ///
  /// - Parameter arguments: the arguments without the program's name.
  /// - Returns: the exit status.
  public func run(_ arguments: [String]) async -> Int32 {
    do {
      let options = try CommandOptions(arguments)
      if options.showsHelp {
        write(CommandOptions.help(for: suite.name) + "\n")
        return 0
      }
      if options.listsNames {
        write(suite.names.joined(separator: "\n") + "\n")
        return 0
      }
      if let name = options.probe { return try await probe(name) }
      let groups = try suite.groups(choosing: options.choice)
      guard build == .release else { throw BenchmarkError.debugBuild }
      let output = try ReportOutput(options)
      let report = try await measure(groups, options)
      write("\(report)\n")
      try output.write(report, charts: suite.charts(report), title: suite.name)
      return report.skipped.contains(where: \.isFailure) ? 1 : 0
    } catch let error as UsageError {
      writeError("\(suite.name): \(error)\n")
      return 2
    } catch BenchmarkError.debugBuild {
      writeError("\(suite.name): \(BenchmarkError.debugBuild)\n")
      return 2
    } catch {
      writeError("\(suite.name): \(error)\n")
      return 1
    }
  }

  private func measure(
    _ groups: [BenchmarkGroup], _ options: CommandOptions
  ) async throws -> BenchmarkReport {
    let line = ProgressLine(rewrites: isatty(2) != 0)
    let runner = BenchmarkRunner(
      plan: plan ?? (options.isQuick ? .quick : .full), clock: .machine, build: build,
      probe: { ProcessProbe.failure(ofCase: $0) },
      progress: { writeError(line.text(for: $0)) })
    var report = try await runner.run(groups)
    report.tables += suite.tables(report)
    report.findings += suite.findings(report)
    return report
  }

  private func probe(_ name: String) async throws -> Int32 {
    let items = suite.groups.flatMap(\.cases).filter { $0.name == name }
    let trials = suite.groups.flatMap(\.trials).filter { $0.name == name }
    guard !(items.isEmpty && trials.isEmpty) else {
      throw UsageError("no case is named \"\(name)\"; --list shows their names")
    }
    for item in items { try item.setup().body() }
    for trial in trials { _ = try await trial.measure() }
    return 0
  }
}
