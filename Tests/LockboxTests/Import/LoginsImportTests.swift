import CommandLineSupport
import Foundation
import Testing

@testable import Lockbox
@testable import LockboxModern

@Suite struct LoginsImportTests {
  private func logins(_ bytes: [UInt8]) throws -> [LoginRecord] {
    try LoginsFile.logins(from: bytes)
  }

  private func error(_ bytes: [UInt8]) -> InputError? {
    #expect(throws: InputError.self) { try logins(bytes) }
  }

  private func row(replacing column: LoginsColumn, with text: String) -> [String] {
    var row = CSVWriting.row()
    row[LoginsColumn.allCases.firstIndex(of: column)!] = text
    return row
  }

  @Test func everyColumnBecomesItsProperty() throws {
    let row = [
      "https://a.example:8080", "ada", "x,\"y\"", "Staff, only", "{1}", "2500", "1700000000123",
    ]
    let login = try #require(try logins(CSVWriting.export([row])).first)
    #expect(login.origin == "https://a.example:8080")
    #expect(login.username == "ada")
    #expect(login.password.reveal() == "x,\"y\"")
    #expect(login.httpRealm == "Staff, only")
    #expect(login.id == LoginID("{1}"))
    #expect(login.lastUsed == Date(timeIntervalSince1970: 2.5))
    #expect(login.passwordChanged == Date(timeIntervalSince1970: 1_700_000_000.123))
  }

  @Test(
    arguments: [LoginsColumn.timeLastUsed, .timePasswordChanged],
    ["soon", "8640000000000001"])
  func aBadTimestampIsReportedWithLineAndColumn(column: LoginsColumn, text: String) {
    let rows = [CSVWriting.row(guid: "{0}"), row(replacing: column, with: text)]
    let error = error(CSVWriting.export(rows))
    #expect(error?.line == 3)
    #expect(error?.column == column.rawValue)
  }

  @Test(arguments: [LoginsColumn.url, .guid])
  func aLoginNeedsAnOriginAndAnIdentity(column: LoginsColumn) {
    let error = error(CSVWriting.export([row(replacing: column, with: "")]))
    #expect(error?.column == column.rawValue)
  }

  @Test func twoLoginsWithOneIdentityAreRefused() {
    let error = error(CSVWriting.export([CSVWriting.row(), CSVWriting.row()]))
    #expect(error?.line == 3)
    #expect(error?.reason == "the same as in line 2")
  }

  @Test func errorsNeverRepeatWhatStandsInTheFile() {
    let secret = "hunter2-correct-horse"
    let slipped = [
      ["https://a.example", "ada", "", "", "{1}", secret, secret],
      [secret], Array(repeating: secret, count: 12),
    ]
    for row in slipped {
      #expect(error(CSVWriting.export([row]))?.description.contains(secret) == false)
    }
    let broken = CSVWriting.export([]) + Array("\(secret),\(secret)\"\(secret)\n".utf8)
    #expect(error(broken)?.description.contains(secret) == false)
  }
}
