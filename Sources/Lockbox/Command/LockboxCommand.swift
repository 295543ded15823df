import CommandLineSupport
import Foundation
import LockboxModern

/// The program: reads the command line and the logins, runs the session, and prints the report.
@MainActor struct LockboxCommand {
  var terminal = Terminal()
  /// The stores of the legacy app.
  var stores = LegacyStores.shared

  func run(arguments: [String]) async -> Int32 {
    do throws(UsageError) {
      return Terminal.exitStatus(try await run(Options(arguments: arguments)))
    } catch {
      terminal.error("Lockbox: \(error)")
      terminal.error("Try 'swift run Lockbox --help'.")
      return 2
    }
  }

  private func run(_ options: Options) async throws(UsageError) -> Int32 {
    if options.showsHelp {
      terminal.print(Options.help.components(separatedBy: "\n"))
      return 0
    }
    let sessions = SessionCommand(options: options, terminal: terminal)
    if let path = options.replayPath { return sessions.replay(path) }
    let logins: [LoginRecord]
    do {
      terminal.status("reading \(options.source.name)")
      defer { terminal.status(nil) }
      logins = try LoginsFile.logins(from: options.source.bytes())
    } catch {
      terminal.error("Lockbox: \(options.source.name): \(error)")
      return 2
    }
    let recorder = try sessions.makeRecorder(of: stores.store)
    let run = CrossingRun(options: options, logins: logins, stores: stores)
    let isAllMatched = await run.run(terminal.print, status: terminal.status)
    guard sessions.finish(recorder) else { return OutputError.status }
    return isAllMatched ? 0 : 1
  }
}
