import CommandLineSupport
import Foundation
import LockboxModern

/// The program: reads the command line and the logins, runs the session, and prints the report.
@MainActor struct LockboxCommand {
  let console: any Console
  /// The stores of the legacy app.
  var stores = LegacyStores.shared
  /// The input of an interactive session, line by line.
  var readLine: () -> String? = { Swift.readLine() }
  /// The columns that the output should fit; `nil` for any number.
  var columns = StandardStreams.columns

  func run(arguments: [String]) async -> Int32 {
    let status: Int32
    do throws(UsageError) {
      let options = try Options(arguments: arguments)
      status = try await run(options)
    } catch {
      console.error("Lockbox: \(error)")
      console.error("Try 'swift run Lockbox --help'.")
      return 2
    }
    guard let failure = console.failure else { return status }
    console.error("Lockbox: \(failure)")
    return OutputError.status
  }

  private func run(_ options: Options) async throws(UsageError) -> Int32 {
    if options.showsHelp {
      console.out(Options.help.components(separatedBy: "\n"), fitting: columns)
      return 0
    }
    let sessions = SessionCommand(options: options, console: console)
    if let path = options.replayPath { return sessions.replay(path) }
    let logins: [LoginRecord]
    do {
      logins = try LoginsFile.logins(from: options.source.bytes())
    } catch {
      console.error("Lockbox: \(options.source.name): \(error)")
      return 2
    }
    if options.isInteractive {
      return await InteractiveSession(self, options: options, logins: logins).run() ? 0 : 1
    }
    let recorder = try sessions.makeRecorder(of: stores.store)
    let report = await CrossingRun(options: options, logins: logins, stores: stores).run()
    for line in report.lines(fitting: columns) { console.out(line) }
    guard sessions.finish(recorder) else { return OutputError.status }
    return report.isAllMatched ? 0 : 1
  }
}
