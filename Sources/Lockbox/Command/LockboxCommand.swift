import CommandLineSupport
import Foundation
import LockboxModern

/// The program: reads the command line and the logins, runs the session, and prints the report.
@MainActor struct LockboxCommand {
  var terminal = Terminal()
  /// The stores of the legacy app.
  var stores = LegacyStores.shared

  private var console: any Console { terminal.console }

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
      terminal.print(Options.help.components(separatedBy: "\n"))
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
      return await InteractiveSession(terminal, options: options, logins: logins).run() ? 0 : 1
    }
    let recorder = try sessions.makeRecorder(of: stores.store)
    let report = await CrossingRun(options: options, logins: logins, stores: stores).run()
    for line in report.lines(fitting: terminal.columns) { console.out(line) }
    guard sessions.finish(recorder) else { return OutputError.status }
    return report.isAllMatched ? 0 : 1
  }
}
