import StoreContract
import Testing

@testable import CommandLineSupport

@Suite struct CSVReaderPropertyTests {
  private static let pieces = [
    "a", "ü", "字", "\"", ",", "\r\n", "\n", "\r", " ", "'", ";", "🔑", "\t", "e\u{301}",
  ]

  private func field(_ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: 0...6, using: &random)).map { _ in
      Self.pieces[Int.random(in: 0..<Self.pieces.count, using: &random)]
    }.joined()
  }

  /// Writes fields as RFC 4180 specifies.
  private func line(_ fields: [String], quoteAll: Bool, end: String) -> String {
    fields.map { field in
      let needsQuotes =
        quoteAll || field.isEmpty
        || field.unicodeScalars.contains { "\",\r\n".unicodeScalars.contains($0) }
      return needsQuotes ? "\"\(field.replacing("\"", with: "\"\""))\"" : field
    }.joined(separator: ",") + end
  }

  @Test func everythingWrittenIsReadBack() throws {
    var random = SeededGenerator("CSVReaderPropertyTests")
    for _ in 0..<500 {
      let width = Int.random(in: 2...9, using: &random)
      let quoteAll = random.happens(oneIn: 2)
      let end = random.happens(oneIn: 2) ? "\r\n" : "\n"
      let rows = (0..<Int.random(in: 1...8, using: &random)).map { _ in
        (0..<width).map { _ in field(&random) }
      }
      let text = rows.map { line($0, quoteAll: quoteAll, end: end) }.joined()
      var reader = CSVReader(Array(text.utf8))
      var read: [[String]] = []
      while let record = try reader.next() { read.append(record.map(\.text)) }
      #expect(
        read.map { $0.map(\.unicodeScalars).map(Array.init) }
          == rows.map { $0.map(\.unicodeScalars).map(Array.init) }, "seed \(random.seed)")
    }
  }

  @Test func arbitraryBytesAreReadOrRefusedAndNothingElse() {
    var random = SeededGenerator("CSVReaderPropertyTests")
    let alphabet: [UInt8] = [0x22, 0x2C, 0x0A, 0x0D, 0x61, 0xC3, 0xBC, 0x00, 0xEF, 0xBB, 0xBF]
    for _ in 0..<3000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
      }
      let lines = bytes.count { $0 == 0x0A } + 1
      var reader = CSVReader(bytes)
      do {
        while let record = try reader.next() {
          #expect((1...lines).contains(record[0].line), "seed \(random.seed)")
        }
      } catch {
        #expect((1...lines).contains(error.line ?? 0), "seed \(random.seed)")
      }
    }
  }
}
