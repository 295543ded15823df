import Testing

@testable import CommandLineSupport

@Suite struct CSVReaderTests {
  private func records(_ text: String) throws -> [[String]] {
    try records(Array(text.utf8))
  }

  private func records(_ bytes: [UInt8]) throws -> [[String]] {
    var reader = CSVReader(bytes)
    var records: [[String]] = []
    while let record = try reader.next() { records.append(record.map(\.text)) }
    return records
  }

  private func error(_ text: String) -> InputError? {
    #expect(throws: InputError.self) { try records(text) }
  }

  @Test(arguments: [
    "a,b\r\nc,d\r\n", "a,b\nc,d\n", "a,b\r\nc,d", "\u{FEFF}a,b\nc,d", "a,b\n\n\r\nc,d\n\n",
  ])
  func linesEndInAnyOfTheUsualWays(text: String) throws {
    #expect(try records(text) == [["a", "b"], ["c", "d"]])
  }

  @Test func quotedFieldsKeepCommasQuotesAndLineBreaks() throws {
    #expect(
      try records("\"a,b\",\"say \"\"x\"\"\",\"1\r\n2\n3\"\r\n") == [
        ["a,b", "say \"x\"", "1\r\n2\n3"]
      ])
  }

  @Test func emptyFieldsAreKept() throws {
    #expect(try records(",\"\",\n") == [["", "", ""]])
  }

  @Test func anEmptyFileHasNoRecords() throws {
    #expect(try records("") == [])
    #expect(try records("\u{FEFF}") == [])
    #expect(try records("\r\n\n") == [])
  }

  @Test func linesAreCountedThroughQuotedLineBreaks() throws {
    var reader = CSVReader(Array("\"1\n2\",x\r\ny,\"a\nb\"\n".utf8))
    let first = try #require(try reader.next())
    #expect(first.map(\.line) == [1, 2])
    let second = try #require(try reader.next())
    #expect(second.map(\.line) == [3, 3])
  }

  @Test func aQuoteThatIsNeverClosedIsReportedWhereItOpens() {
    let error = error("a,b\nc,\"d\ne\nf")
    #expect(error == InputError(line: 2, column: "2", "the quote that opens here is never closed"))
  }

  @Test func textAfterAClosingQuoteIsAnError() {
    #expect(error("a\n\"b\"c\n")?.line == 2)
    #expect(error("\"b\" ,c")?.reason == "text after the closing quote")
  }

  @Test func aQuoteInsideAPlainFieldIsAnError() {
    #expect(error("a,b\"c\n")?.reason == "a quote in a field that does not begin with one")
  }

  @Test func aCarriageReturnAloneIsAnError() {
    #expect(error("a\rb\n")?.line == 1)
    #expect(error("a\r")?.line == 1)
  }

  @Test(arguments: [[0xFF, 0x0A], [0x22, 0xC3, 0x22], [0x61, 0x00, 0x62]] as [[UInt8]])
  func whatIsNotUTF8TextIsAnError(bytes: [UInt8]) {
    #expect(throws: InputError.self) { try records(bytes) }
  }

  @Test func columnsAreNamedOnceTheyAreKnown() {
    var reader = CSVReader(Array("a,\"b".utf8))
    reader.columnNames = ["url", "password"]
    let error = #expect(throws: InputError.self) { try reader.next() }
    #expect(error?.column == "password")
  }
}
