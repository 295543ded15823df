import Foundation
import Testing

@testable import Lockbox
@testable import LockboxModern

@MainActor @Suite struct LoginsImportTests {
  @Test func everyColumnBecomesItsProperty() throws {
    let file = export([
      #"https://a.example:8080,ada,"x,""y""","Staff, only",{1},2500,1700000000123"#,
      "https://b.example.com,,,,{b},0,0",
    ])
    let login = LoginRecord(
      id: LoginID("{1}"), origin: "https://a.example:8080", username: "ada",
      password: Password("x,\"y\""), httpRealm: "Staff, only",
      lastUsed: Date(timeIntervalSince1970: 2.5),
      passwordChanged: Date(timeIntervalSince1970: 1_700_000_000.123))
    #expect(
      try LoginsFile.logins(from: Array(file.utf8))
        == [login, .sample("b", username: "", password: "")])
  }

  /// The device has no end.
  @Test func aFileUpToTheLimitIsReadWholeAndAllElseIsRefusedWithTheReason() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    let content = Array(repeating: UInt8(ascii: "a"), count: 2 << 20)
    func read(_ path: String) throws -> [UInt8] {
      try LoginsFile.file(path: path).bytes(atMost: content.count)
    }
    try Data(content).write(to: file)
    #expect(try read(file.path) == content)
    try Data(content + [0]).write(to: file)
    for (path, reason) in [
      (file.path, "the file is longer than 2 MB, so it is no logins export"),
      ("/dev/zero", "the file is longer than 2 MB, so it is no logins export"),
      ("/nowhere/song", "there is no such file"),
      (NSTemporaryDirectory(), "the file cannot be read"),
    ] {
      #expect(throws: InputError(reason), "\(path)") { try read(path) }
    }
  }

  private nonisolated static let row = "https://a.example,ada,hunter2,,{1},1,2"
  private nonisolated static let noTime =
    "not a time: a whole number of milliseconds since 1970 is expected"

  /// As a secret that slipped into another column is in an error.
  @Test(arguments: [
    ([row, "b,ada,hunter2,,{2},hunter2,2"], "line 3, column \"timeLastUsed\": \(noTime)"),
    (["b,ada,,,{2},1,hunter2"], "line 2, column \"timePasswordChanged\": \(noTime)"),
    (["b,ada,,,{2},1,8640000000000001"], "line 2, column \"timePasswordChanged\": \(noTime)"),
    ([",ada,hunter2,,{2},1,2"], "line 2, column \"url\": must not be empty"),
    (["b,ada,hunter2,,,1,2"], "line 2, column \"guid\": must not be empty"),
    ([row, row], "line 3, column \"guid\": the same as in line 2"),
    (["hunter2"], "line 2: 1 fields instead of 7"),
    ([row + ",hunter2"], "line 2: 8 fields instead of 7"),
    (["b,hunter2\"hunter2"], "line 2: a field that neither a comma nor the end of a line follows"),
  ])
  func aBrokenFileIsRefusedWithItsPlaceAndNothingOfItsText(rows: [String], reason: String)
    async throws
  {
    let run = try await CommandRun.on(export(rows))
    #expect(run == CommandRun(status: 2, out: "", error: "Lockbox: FILE: \(reason)"))
  }
}
