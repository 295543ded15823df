import CommandLineSupport
import Foundation
import Testing

@Suite struct CSVTableTests {
  private enum Column: String, CaseIterable {
    case name, size
  }

  private func rows(_ text: String) throws -> [[String]] {
    var table = try CSVTable<Column>(Array(text.utf8), expecting: "a list of sizes")
    var rows: [[String]] = []
    while let row = try table.next() { rows.append([row[.name], row[.size]]) }
    return rows
  }

  private func error(_ text: String) -> String? {
    #expect(throws: InputError.self) { try rows(text) }?.description
  }

  @Test func columnsMayBeInAnyOrderWithOthersBetween() throws {
    #expect(try rows("size,other,name\n1,x,a\n2,y,b") == [["a", "1"], ["b", "2"]])
  }

  @Test func theHeaderNamesEachColumnOnce() {
    #expect(error("") == "line 1: the file is empty and has no header")
    #expect(
      error("\nname\n")
        == "line 2, column \"size\": the column is missing (is this a list of sizes?)")
    #expect(error("name,size,name\n") == "line 1, column \"name\": the column appears twice")
    #expect(error("name,size\n\0,1") == "the file is not text in UTF-8")
  }

  @Test func eachRowHasAsManyFieldsAsTheHeader() {
    #expect(error("name,size\na") == "line 2, column \"size\": 1 fields instead of 2")
    #expect(error("name,size,x\na,1,2,3") == "line 2, column 3: 4 fields instead of 3")
    #expect(error("name,size,x\na,1,2\"") == error("name,size,secret\na,1,2\""))
  }

  @Test func anErrorOfAFieldNamesItsPlace() throws {
    var table = try CSVTable<Column>(Array("name,size\n\"a\nb\",".utf8), expecting: "")
    let row = try #require(try table.next())
    #expect(row.line == 2)
    #expect(try row.required(.name) == "a\nb")
    let error = #expect(throws: InputError.self) { try row.required(.size) }
    #expect(error?.description == "line 3, column \"size\": must not be empty")
    #expect(row.optional(.size) == nil)
    #expect(row.optional(.name) == "a\nb")
  }

  @Test func aTimeIsAWholeNumberOfMillisecondsUpToALatestOne() throws {
    func time(_ text: String) throws -> Date? {
      var table = try CSVTable<Column>(Array("name,size\n,\(text)".utf8), expecting: "")
      return try table.next()?.time(.size, atMost: 2_500)
    }
    #expect(try time("2500") == Date(timeIntervalSince1970: 2.5))
    for text in ["2501", "", "-1", "+1", "1.5", " 1", "１", "99999999999999999999"] {
      let error = #expect(throws: InputError.self) { try time(text) }
      #expect(error?.description.hasPrefix("line 2, column \"size\": not a time") == true)
    }
  }
}
