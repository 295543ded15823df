import Foundation

@testable import Lockbox
@testable import LockboxModern

/// The result of a run of the program.
struct CommandRun: Equatable, Sendable {
  var status: Int32
  var out: String
  var error: String

  /// The whole output.
  var text: String { out + error }

  /// Runs the program with a legacy app of its own, and without lines that depend on the time.
  @MainActor static func of(_ arguments: String...) async -> CommandRun { await of(arguments) }

  /// Runs the program with a file that has this content, and shows its path as FILE.
  @MainActor static func on(_ content: String, _ more: String...) async throws -> CommandRun {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("logins-\(UUID().uuidString).csv")
    try Data(content.utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    var run = await of([url.path] + more)
    run.out.replace(url.path, with: "FILE")
    run.error.replace(url.path, with: "FILE")
    return run
  }

  @MainActor private static func of(_ arguments: [String]) async -> CommandRun {
    let streams = Streams()
    let command = LockboxCommand(terminal: streams.terminal, stores: LegacyStores())
    let status = await command.run(arguments: arguments)
    return CommandRun(status: status, out: streams.out, error: streams.error)
  }
}

/// The first 40 logins of the sample, as a file of its own.
func beginningOfSample() throws -> String {
  String(decoding: try LoginsFile.sample.bytes(), as: UTF8.self)
    .split(separator: "\r\n").prefix(41).joined(separator: "\r\n")
}

/// A file of logins with these rows below the header.
func export(_ rows: [String]) -> String {
  let header = LoginsColumn.allCases.map(\.rawValue).joined(separator: ",")
  return ([header] + rows).joined(separator: "\n")
}
