import Foundation
import Testing

@testable import Lockbox

@MainActor @Suite struct LockboxCommandTests {
  private func run(_ arguments: String...) async -> (status: Int32, out: String, error: String) {
    let console = RecordingConsole()
    let command = LockboxCommand(console: console, store: LockboxStore(), dispatcher: Dispatcher())
    let status = await command.run(arguments: arguments)
    return (status, console.out, console.error)
  }

  private func withFile<R>(_ content: [UInt8], _ body: (String) async -> R) async throws -> R {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("logins-\(UUID().uuidString).csv")
    try Data(content).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    return await body(url.path)
  }

  @Test func aSessionOfTheSampleMatchesAndReachesTheEnd() async {
    let result = await run("--actions", "800")
    #expect(result.status == 0)
    #expect(result.error == "")
    #expect(result.out.contains("500 logins from the sample"))
    #expect(result.out.contains("Everything matched"))
  }

  @Test func aFileOfOnesOwnIsUsed() async throws {
    let rows = (0..<5).map { CSVWriting.row(url: "https://\($0).example", guid: "{\($0)}") }
    let result = try await withFile(CSVWriting.export(rows)) { await run($0, "--actions", "300") }
    #expect(result.status == 0)
    #expect(result.out.contains("5 logins from"))
  }

  @Test func anEmptyExportIsFine() async throws {
    let result = try await withFile(CSVWriting.export([])) { await run($0, "--actions", "300") }
    #expect(result.status == 0)
    #expect(result.out.contains("0 logins from"))
  }

  @Test func aShortSessionIsFine() async {
    for count in 1...6 {
      #expect(await run("--actions", "\(count)").status == 0)
    }
  }

  @Test func aMissingFileIsAnError() async {
    let result = await run("/nowhere/logins.csv")
    #expect(result.status == 2)
    #expect(result.error.contains("/nowhere/logins.csv: there is no such file"))
    #expect(result.out == "")
  }

  @Test func aFolderIsAnError() async {
    let result = await run(FileManager.default.temporaryDirectory.path)
    #expect(result.status == 2)
    #expect(result.error.contains("folder"))
  }

  @Test func aBrokenFileIsAnErrorThatNamesLineAndColumn() async throws {
    let rows = [CSVWriting.row(guid: "{1}"), CSVWriting.row(guid: "{2}", time: "yesterday")]
    let result = try await withFile(CSVWriting.export(rows)) { await run($0) }
    #expect(result.status == 2)
    #expect(result.error.contains("line 3, column timeCreated"))
    #expect(result.out == "")
  }

  @Test func anUnknownOptionIsAnError() async {
    let result = await run("--frobnicate")
    #expect(result.status == 2)
    #expect(result.error.contains("--frobnicate"))
    #expect(result.error.contains("--help"))
    #expect(result.out == "")
  }

  @Test func helpGoesToStandardOutput() async {
    let result = await run("--help")
    #expect(result.status == 0)
    #expect(result.out == Options.help)
  }

  @Test(arguments: PlantedBug.all.map(\.name))
  func eachPlantedBugIsFoundWithActionPathAndBothValues(name: String) async {
    let result = await run("--actions", "1600", "--plant-bug", name)
    #expect(result.status == 1)
    #expect(result.error == "")
    for label in ["FIRST", "after action", "at path", "old code", "new code", name] {
      #expect(result.out.contains(label))
    }
    #expect(!result.out.contains("Everything matched"))
  }

  @Test func aPlantedBugThatCannotShowIsSaidNotToHaveShown() async {
    let result = await run("--plant-bug", "--actions", "2")
    #expect(result.status == 0)
    #expect(result.out.contains("Nothing in this session brought the planted mistake to light"))
  }
}
