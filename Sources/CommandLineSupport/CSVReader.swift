/// Reads the records of a CSV file (RFC 4180), one after the other.
///
/// Lines end with CR LF or with LF; the last line may end without either. A quoted field may contain
/// commas, line breaks, and doubled quotes. A byte order mark and empty lines are skipped. Anything
/// else is an ``InputError`` with its line.
package struct CSVReader {
  private let bytes: [UInt8]
  private var position = 0
  private var line = 1
  /// The names of the columns, for errors; empty before the header is read.
  package var columnNames: [String] = []

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// The next record, or `nil` at the end of the file.
  package mutating func next() throws(InputError) -> CSVRecord? {
    while skipLineBreak() {}
    guard position < bytes.count else { return nil }
    var fields: CSVRecord = []
    repeat {
      let (start, index) = (line, fields.count)
      let content = try skip(.quote) ? quotedField(index) : plainField(index)
      guard !content.contains(0), let text = String(validating: content, as: UTF8.self) else {
        throw error(index, line: start, "not text in UTF-8")
      }
      fields.append(CSVField(text: text, line: start))
    } while skip(.comma)
    _ = skipLineBreak()
    return fields
  }

  private mutating func plainField(_ index: Int) throws(InputError) -> ArraySlice<UInt8> {
    let start = position
    while !isAtEndOfField {
      switch bytes[position] {
      case .quote: throw error(index, "a quote in a field that does not begin with one")
      case .carriageReturn: throw error(index, "a carriage return without a line feed after it")
      default: position += 1
      }
    }
    return bytes[start..<position]
  }

  private mutating func quotedField(_ index: Int) throws(InputError) -> ArraySlice<UInt8> {
    let firstLine = line
    var content: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == .lineFeed { line += 1 }
      if byte == .quote, !skip(.quote) {
        guard isAtEndOfField else { throw error(index, "text after the closing quote") }
        return content[...]
      }
      content.append(byte)
    }
    throw error(index, line: firstLine, "the quote that opens here is never closed")
  }

  private var isAtEndOfField: Bool {
    position == bytes.count || bytes[position] == .comma || isAtLineBreak
  }

  private var isAtLineBreak: Bool {
    bytes[position...].starts(with: [.lineFeed])
      || bytes[position...].starts(with: [.carriageReturn, .lineFeed])
  }

  private mutating func skipLineBreak() -> Bool {
    guard isAtLineBreak else { return false }
    position += bytes[position] == .carriageReturn ? 2 : 1
    line += 1
    return true
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  private func error(_ index: Int, line: Int? = nil, _ reason: String) -> InputError {
    let column = columnNames.indices.contains(index) ? columnNames[index] : "\(index + 1)"
    return InputError(line: line ?? self.line, column: column, reason)
  }
}

extension UInt8 {
  fileprivate static let quote = UInt8(ascii: "\"")
  fileprivate static let comma = UInt8(ascii: ",")
  fileprivate static let lineFeed = UInt8(ascii: "\n")
  fileprivate static let carriageReturn = UInt8(ascii: "\r")
}

/// The fields of one record; never empty.
package typealias CSVRecord = [CSVField]

package struct CSVField: Hashable {
  package let text: String
  /// The number of the line on which it begins, from 1; line breaks in quoted fields count.
  package let line: Int
}
