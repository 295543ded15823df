import LockboxModern
import CommandLineSupport

/// The program: reads the command line and the logins, runs the session, and prints the report.
@MainActor struct LockboxCommand {
  let console: any Console
  /// The store and the dispatcher of the legacy app.
  var store = LockboxStore.shared
  var dispatcher = Dispatcher.shared
  /// The input of an interactive session, line by line.
  var readLine: () -> String? = { Swift.readLine() }
  /// An operation that takes longer than this shows its progress.
  var moment = Duration.seconds(1)
  var progressLine = ProgressLine()
  /// The columns that the output should fit; `nil` for any number.
  var columns = StandardStreams.columns

  /// Runs the program, and returns its exit status.
  func run(arguments: [String]) async -> Int32 {
    let status: Int32
    do throws(UsageError) {
      let options = try Options(arguments: arguments)
      status = options.showsHelp ? help() : await run(options)
    } catch {
      console.error("Lockbox: \(error)")
      console.error("Try 'swift run Lockbox --help'.")
      return 2
    }
    guard let failure = console.failure else { return status }
    console.error("Lockbox: \(failure)")
    return OutputError.status
  }

  private func help() -> Int32 {
    for line in Options.help.split(separator: "\n", omittingEmptySubsequences: false) {
      for part in String(line).folded(to: columns) { console.out(part) }
    }
    return 0
  }

  private func run(_ options: Options) async -> Int32 {
    let logins: [LoginRecord]
    do {
      logins = try self.logins(from: options.source)
    } catch {
      console.error("Lockbox: \(options.source.name): \(error)")
      return 2
    }
    if options.isInteractive {
      let session = InteractiveSession(
        options: options, logins: logins, console: console, columns: columns, readLine: readLine)
      return await session.run() ? 0 : 1
    }
    let run = CrossingRun(
      options: options, logins: logins, control: store, dispatcher: dispatcher)
    let reporter = makeReporter()
    run.progress = { reporter.report("session: \($0) of \(options.actions) actions") }
    let report = await run.report()
    reporter.finish()
    for line in report.lines(fitting: columns) { console.out(line) }
    return report.isAllMatched ? 0 : 1
  }

  private func logins(from source: LoginsFile) throws -> [LoginRecord] {
    let reporter = makeReporter()
    defer { reporter.finish() }
    return try LoginsImport { progress in
      reporter.report("reading: \(progress.logins) logins, \(progress.percent) %")
    }.logins(from: source.bytes())
  }

  private func makeReporter() -> ProgressReporter {
    let clock = ContinuousClock()
    let start = clock.now
    return ProgressReporter(console: console, line: progressLine, interval: moment) {
      clock.now - start
    }
  }
}
