import CommandLineSupport
import Foundation
import StoreContract
import Testing

@Suite struct CSVTableTests {
  private enum Column: String, CaseIterable {
    case name, size
  }

  private func table(_ bytes: [UInt8]) throws -> CSVTable<Column> {
    try CSVTable<Column>(bytes, expecting: "a list of sizes")
  }

  private func rows(_ text: String) throws -> [[String]] {
    try table(Array(text.utf8)).rows.map { [$0[.name], $0[.size]] }
  }

  private func error(_ text: String) -> String? {
    #expect(throws: InputError.self) { try rows(text) }?.description
  }

  @Test(arguments: [
    "name,size\r\nc,d\r\n", "name,size\nc,d\n", "name,size\r\nc,d", "\u{FEFF}name,size\nc,d",
    "\nname,size\n\n\r\nc,d\n\n", "size,other,name\nd,x,c", "name,size\n\"c\",\"d\"",
  ])
  func linesEndInAnyOfTheUsualWaysAndColumnsStandInAnyOrder(text: String) throws {
    #expect(try rows(text) == [["c", "d"]])
  }

  @Test func quotedFieldsKeepCommasQuotesAndLineBreaks() throws {
    let text = "name,size\n\"a,\"\"b\"\"\",\"1\r\n2\n3\"\r\n,\"\"\n"
    #expect(try rows(text) == [["a,\"b\"", "1\r\n2\n3"], ["", ""]])
    #expect(try table(Array(text.utf8)).rows.map(\.line) == [2, 5])
  }

  @Test(arguments: [
    ("", "line 1: the file is empty and has no header"),
    ("\u{FEFF}\r\n\n", "line 1: the file is empty and has no header"),
    (
      "\nname\n", "line 2, column \"size\": the column is missing (is this a list of sizes?)"
    ),
    ("name,size,name\n", "line 1, column \"name\": the column appears twice"),
    ("name,size\n\0,1", "the file is not text in UTF-8"),
    ("name,size\na", "line 2: 1 fields instead of 2"),
    ("name,size,x\na,1,2,3", "line 2: 4 fields instead of 3"),
    ("name,size\na,\"b\nc\nd", "line 2: the quote that opens here is never closed"),
    ("name,size\n\"a\"b,c", "line 2: a field that neither a comma nor the end of a line follows"),
    ("name,size\na,b\"c", "line 2: a field that neither a comma nor the end of a line follows"),
    ("name,size\na\rb,c", "line 2: a field that neither a comma nor the end of a line follows"),
  ])
  func whatIsNoSuchTableIsRefusedWithItsLine(text: String, reason: String) {
    #expect(error(text) == reason)
  }

  @Test(arguments: [[0xFF, 0x0A], [0x22, 0xC3, 0x22], [0x61, 0x00, 0x62]] as [[UInt8]])
  func whatIsNotUTF8TextIsAnError(bytes: [UInt8]) {
    #expect(throws: InputError.self) { try table(bytes) }
  }

  @Test func anErrorOfAFieldNamesItsPlace() throws {
    let row = try #require(try table(Array("name,size\n\"a\nb\",".utf8)).rows.first)
    #expect(row.line == 2)
    #expect(try row.required(.name) == "a\nb")
    let error = #expect(throws: InputError.self) { try row.required(.size) }
    #expect(error?.description == "line 2, column \"size\": must not be empty")
    #expect(row.optional(.size) == nil)
    #expect(row.optional(.name) == "a\nb")
  }

  @Test func aTimeIsAWholeNumberOfMillisecondsUpToALatestOne() throws {
    func time(_ text: String) throws -> Date? {
      try table(Array("name,size\n,\(text)".utf8)).rows.first?.time(.size)
    }
    #expect(try time("2500") == Date(timeIntervalSince1970: 2.5))
    for text in ["8640000000000001", "", "-1", "+1", "1.5", " 1", "１", "99999999999999999999"] {
      let error = #expect(throws: InputError.self) { try time(text) }
      #expect(error?.description.hasPrefix("line 2, column \"size\": not a time") == true)
    }
  }

  @Test func everythingWrittenIsReadBack() throws {
    let pieces = [
      "a", "ü", "字", "\"", ",", "\r\n", "\n", "\r", " ", "'", ";", "🔑", "\t", "e\u{301}",
    ]
    var random = SeededGenerator("CSVTableTests")
    for _ in 0..<300 {
      let quoteAll = random.happens(oneIn: 2)
      let end = random.happens(oneIn: 2) ? "\r\n" : "\n"
      let rows = (0..<Int.random(in: 1...8, using: &random)).map { _ in
        (0..<2).map { _ in
          (0..<Int.random(in: 0...6, using: &random)).map { _ in
            pieces[Int.random(in: 0..<pieces.count, using: &random)]
          }.joined()
        }
      }
      let lines = ([["name", "size"]] + rows).map { fields in
        fields.map { field in
          let isPlain = field.unicodeScalars.allSatisfy { !"\",\r\n".unicodeScalars.contains($0) }
          return isPlain && !quoteAll && !field.isEmpty
            ? field : "\"\(field.replacing("\"", with: "\"\""))\""
        }.joined(separator: ",") + end
      }
      let read = try self.rows(lines.joined())
      #expect(
        read.map { $0.map(\.unicodeScalars).map(Array.init) }
          == rows.map { $0.map(\.unicodeScalars).map(Array.init) }, "seed \(random.seed)")
    }
  }
}
