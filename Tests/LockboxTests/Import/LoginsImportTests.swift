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
      "https://a.example:8080", "ada", "x,\"y\"", "Staff, only", "", "{1}", "1000", "2500",
      "1700000000123",
    ]
    let login = try #require(try logins(CSVWriting.export([row])).first)
    #expect(login.origin == "https://a.example:8080")
    #expect(login.username == "ada")
    #expect(login.password.reveal() == "x,\"y\"")
    #expect(login.httpRealm == "Staff, only")
    #expect(login.formActionOrigin == nil)
    #expect(login.id == LoginID("{1}"))
    #expect(login.created == Date(timeIntervalSince1970: 1))
    #expect(login.lastUsed == Date(timeIntervalSince1970: 2.5))
    #expect(login.passwordChanged == Date(timeIntervalSince1970: 1_700_000_000.123))
  }

  @Test func anExportWithoutLoginsIsEmptyAndFine() throws {
    #expect(try logins(CSVWriting.export([])).isEmpty)
  }

  @Test func columnsMayBeInAnyOrderWithOthersBetween() throws {
    let names = ["extra"] + LoginsColumn.allCases.map(\.rawValue).reversed()
    let fields = ["?"] + CSVWriting.row(guid: "{7}").reversed()
    let text = CSVWriting.line(names) + CSVWriting.line(fields)
    #expect(try logins(Array(text.utf8)).first?.id == LoginID("{7}"))
  }

  @Test(arguments: LoginsColumn.allCases)
  func aMissingColumnIsNamed(column: LoginsColumn) {
    let names = LoginsColumn.allCases.filter { $0 != column }.map(\.rawValue)
    let error = error(Array(CSVWriting.line(names).utf8))
    #expect(error?.line == 1)
    #expect(error?.column == column.rawValue)
  }

  @Test func aColumnThatIsThereTwiceIsNamed() {
    let names = LoginsColumn.allCases.map(\.rawValue) + ["guid"]
    #expect(error(Array(CSVWriting.line(names).utf8))?.column == "guid")
  }

  @Test func aFileWithoutAHeaderIsRefused() {
    #expect(error([])?.line == 1)
    #expect(error(Array("<html>\n<body>\n".utf8))?.column == "url")
  }

  @Test(
    arguments: [LoginsColumn.timeCreated, .timeLastUsed, .timePasswordChanged],
    ["", "soon", "-1", "+1", " 1", "1.5", "99999999999999999999", "8640000000000001", "１"])
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

  @Test func aRowThatIsTooShortNamesTheFirstMissingColumn() {
    let error = error(CSVWriting.export([Array(CSVWriting.row().prefix(3))]))
    #expect(error?.line == 2)
    #expect(error?.column == "httpRealm")
  }

  @Test func aRowThatIsTooLongIsRefused() {
    #expect(error(CSVWriting.export([CSVWriting.row() + ["x"]]))?.line == 2)
  }

  @Test func errorsNeverRepeatWhatStandsInTheFile() {
    let secret = "hunter2-correct-horse"
    let slipped = [
      ["https://a.example", "ada", "", "", "", "{1}", secret, secret, secret],
      [secret], Array(repeating: secret, count: 12),
    ]
    for row in slipped {
      #expect(error(CSVWriting.export([row]))?.description.contains(secret) == false)
    }
    let broken = CSVWriting.export([]) + Array("\(secret),\(secret)\"\(secret)\n".utf8)
    #expect(error(broken)?.description.contains(secret) == false)
  }

  @Test func aColumnThatFirefoxDoesNotWriteHasNoNameInErrors() {
    let secret = "hunter2-correct-horse"
    let names = LoginsColumn.allCases.map(\.rawValue) + [secret, "\u{1B}[2J", secret]
    let header = CSVWriting.line(names)
    let short = CSVWriting.line(CSVWriting.row())
    let long = CSVWriting.line(CSVWriting.row() + ["", "", "", ""])
    let broken = CSVWriting.line(CSVWriting.row() + ["", ""], end: "") + ",\"\"x\n"
    for (lines, column) in [(short, "column 10"), (long, "column 12"), (broken, "column 12")] {
      let text = error(Array((header + lines).utf8))?.description ?? ""
      #expect(text.hasPrefix("line 2, \(column): "))
      #expect(!text.contains(secret) && !text.contains("\u{1B}"))
    }
  }

  @Test func theNameOfAColumnIsQuoted() {
    let error = error(CSVWriting.export([row(replacing: .guid, with: "")]))
    #expect(error?.description == "line 2, column \"guid\": must not be empty")
  }

  @Test(arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32])
  func anotherEncodingIsRefused(encoding: String.Encoding) throws {
    let text = String(decoding: CSVWriting.export([CSVWriting.row()]), as: UTF8.self)
    let bytes = [UInt8](try #require(text.data(using: encoding)))
    #expect(error(bytes)?.description.contains("UTF-8") == true)
  }
}
