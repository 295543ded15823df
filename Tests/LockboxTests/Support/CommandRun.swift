@testable import Lockbox
@testable import LockboxModern

/// The result of a run of the program.
struct CommandRun: Sendable {
  var status: Int32
  var out: String
  var error: String

  /// Runs the program with a legacy app of its own, and the first logins of the sample.
  @MainActor static func of(_ arguments: String..., logins: Int = 200) async -> CommandRun {
    await of(arguments, logins: logins)
  }

  @MainActor static func of(_ arguments: [String], logins: Int = 200) async -> CommandRun {
    let streams = Streams()
    let command = LockboxCommand(
      terminal: streams.terminal(), stores: LegacyStores(),
      logins: Array(SampleLogins.all.prefix(logins)))
    let status = await command.run(arguments: arguments)
    return CommandRun(status: status, out: streams.out, error: streams.error)
  }
}
