import Foundation
import Testing

@testable import Lockbox

@Suite struct CSVTableTests {
  private enum Column: String, CaseIterable {
    case name, size
  }

  private func table(_ bytes: some Sequence<UInt8>) throws -> CSVTable<Column> {
    try CSVTable<Column>(Array(bytes), expecting: "a list of sizes")
  }

  private func rows(_ text: String) throws -> [[String]] {
    try table(text.utf8).rows.map { ["\($0.line)", $0[.name], $0[.size]] }
  }

  @Test(arguments: [
    ("name,size\r\nc,d\r\n", [["2", "c", "d"]]), ("name,size\nc,d\n", [["2", "c", "d"]]),
    ("name,size\r\nc,d", [["2", "c", "d"]]), ("\u{FEFF}name,size\nc,d", [["2", "c", "d"]]),
    ("\nname,size\n\n\r\nc,d\n\n", [["5", "c", "d"]]),
    ("size,other,name\nd,x,c", [["2", "c", "d"]]), ("name,size\n\"c\",\"d\"", [["2", "c", "d"]]),
    (
      "name,size\n\"a,\"\"b\"\"\",\"1\r\n2\n3\"\r\n,\"\"\n",
      [["2", "a,\"b\"", "1\r\n2\n3"], ["5", "", ""]]
    ),
  ])
  func linesEndInAnyOfTheUsualWaysColumnsStandInAnyOrderAndQuotedFieldsKeepTheirText(
    text: String, rows: [[String]]
  ) throws {
    #expect(try self.rows(text) == rows)
  }

  private static let refused = [
    ("", "line 1: the file is empty and has no header"),
    ("\u{FEFF}\r\n\n", "line 1: the file is empty and has no header"),
    ("\nname\n", "line 2, column \"size\": the column is missing (is this a list of sizes?)"),
    ("name,size,name\n", "line 1, column \"name\": the column appears twice"),
    ("name,size\n\0,1", "the file is not text in UTF-8"),
    ("name,size\na", "line 2: 1 fields instead of 2"),
    ("name,size,x\na,1,2,3", "line 2: 4 fields instead of 3"),
    ("name,size\na,\"b\nc\nd", "line 2: the quote that opens here is never closed"),
    ("name,size\n\"a\"b,c", "line 2: a field that neither a comma nor the end of a line follows"),
    ("name,size\na,b\"c", "line 2: a field that neither a comma nor the end of a line follows"),
    ("name,size\na\rb,c", "line 2: a field that neither a comma nor the end of a line follows"),
  ].map { (Array($0.utf8), $1) }
  private static let binary = [[0xFF, 0x0A], [0x22, 0xC3, 0x22]].map {
    ($0 as [UInt8], "the file is not text in UTF-8")
  }

  @Test(arguments: refused + binary)
  func whatIsNoSuchTableIsRefusedWithItsLine(bytes: [UInt8], reason: String) {
    let error = #expect(throws: InputError.self) { try table(bytes) }
    #expect(error?.description == reason)
  }

  @Test func aFieldIsReadOrRefusedWithItsPlace() throws {
    let row = try #require(try table("name,size\n\"a\nb\",".utf8).rows.first)
    #expect(try row.required(.name) == "a\nb")
    #expect([row.optional(.name), row.optional(.size)] == ["a\nb", nil])
    let empty = InputError(line: 2, column: "size", "must not be empty")
    #expect(throws: empty) { try row.required(.size) }
    func time(_ text: String) throws -> Date? {
      try table("name,size\n,\(text)".utf8).rows.first?.time(.size)
    }
    #expect(try time("2500") == Date(timeIntervalSince1970: 2.5))
    let noTime = InputError(
      line: 2, column: "size",
      "not a time: a whole number of milliseconds since 1970 is expected")
    for text in ["8640000000000001", "", "-1", "+1", "1.5", " 1", "１", "99999999999999999999"] {
      #expect(throws: noTime, "\(text)") { try time(text) }
    }
  }
}
