import Foundation

@testable import Lockbox
@testable import LockboxModern

/// The result of a run of the program.
struct CommandRun: Sendable {
  var status: Int32
  var out: String
  var error: String

  /// The whole output.
  var text: String { out + error }

  /// Runs the program with a legacy app of its own, and without lines that depend on the time.
  @MainActor static func of(_ arguments: String...) async -> CommandRun {
    await of(arguments)
  }

  /// Runs the program with a file that has this content.
  @MainActor static func on(_ content: [UInt8], _ more: String...) async throws -> CommandRun {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("logins-\(UUID().uuidString).csv")
    try Data(content).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return await of([url.path] + more)
  }

  @MainActor static func of(_ arguments: [String]) async -> CommandRun {
    let streams = Streams()
    let status = await streams.command().run(arguments: arguments)
    return CommandRun(status: status, out: streams.out, error: streams.error)
  }
}

/// The first logins of the sample, as a file of its own.
func beginningOfSample(logins count: Int) throws -> [UInt8] {
  let text = String(decoding: try LoginsFile.sample.bytes(), as: UTF8.self)
  let lines = text.split(separator: "\r\n", omittingEmptySubsequences: true)
  return Array(lines.prefix(count + 1).map { $0 + "\r\n" }.joined().utf8)
}
