import Foundation

/// The rows of a CSV file (RFC 4180) whose header names its columns.
///
/// The columns may be in any order; those of other names are ignored. Lines end with CR LF or with LF. A
/// quoted field may contain commas, line breaks, and doubled quotes. A byte order mark and empty lines
/// are skipped.
struct CSVTable<Column: RawRepresentable<String> & CaseIterable & Hashable> {
  let rows: [Row]

  /// Reads a whole file; the error of a missing column names the kind that it should be.
  ///
  /// - Throws: `InputError`, if the file is no text, has another header, or a mistake in a row.
  init(_ bytes: [UInt8], expecting kind: String) throws(InputError) {
    guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
      throw InputError("the file is not text in UTF-8")
    }
    var reader = CSVReader(text)
    guard let header = try reader.next() else {
      throw InputError(line: 1, "the file is empty and has no header")
    }
    let columns = header.fields.map(Column.init)
    for column in Column.allCases {
      let count = columns.count { $0 == column }
      guard count != 1 else { continue }
      throw InputError(
        line: header.line, column: column.rawValue,
        count > 1 ? "the column appears twice" : "the column is missing (is this \(kind)?)")
    }
    var rows: [Row] = []
    while let record = try reader.next() {
      guard record.fields.count == columns.count else {
        throw InputError(
          line: record.line, "\(record.fields.count) fields instead of \(columns.count)")
      }
      rows.append(Row(line: record.line, columns: columns, fields: record.fields))
    }
    self.rows = rows
  }

  /// One row, with a field for each column.
  struct Row {
    /// The line on which the row begins, from 1; line breaks in quoted fields count.
    let line: Int
    fileprivate let columns: [Column?]
    fileprivate let fields: [String]

    subscript(column: Column) -> String { fields[columns.firstIndex(of: column) ?? 0] }

    /// The text of a column, or `nil` if it is empty.
    func optional(_ column: Column) -> String? {
      self[column].isEmpty ? nil : self[column]
    }

    /// The text of a column that must not be empty.
    func required(_ column: Column) throws(InputError) -> String {
      guard !self[column].isEmpty else { throw error(column, "must not be empty") }
      return self[column]
    }

    /// The time of a column, in milliseconds since 1970: at most the latest one of ECMAScript.
    func time(_ column: Column) throws(InputError) -> Date {
      let text = self[column]
      guard let milliseconds = Int64(text), !text.hasPrefix("+"),
        (0...8_640_000_000_000_000).contains(milliseconds)
      else {
        throw error(column, "not a time: a whole number of milliseconds since 1970 is expected")
      }
      return Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    /// An error with the place of a column's field.
    func error(_ column: Column, _ reason: String) -> InputError {
      InputError(line: line, column: column.rawValue, reason)
    }
  }
}

/// Reads the records of a CSV file, one after the other.
private struct CSVReader {
  private var rest: Substring.UnicodeScalarView
  private var line = 1

  init(_ text: String) {
    rest = text[...].unicodeScalars
    if rest.first == "\u{FEFF}" { rest.removeFirst() }
  }

  /// The fields of the next record, and the line on which it begins; `nil` at the end of the file.
  mutating func next() throws(InputError) -> (line: Int, fields: [String])? {
    while skipLineBreak() {}
    guard !rest.isEmpty else { return nil }
    let first = line
    var fields: [String] = []
    repeat {
      fields.append(try skip("\"") ? quotedField() : plainField())
    } while skip(",")
    guard rest.isEmpty || skipLineBreak() else {
      throw InputError(line: line, "a field that neither a comma nor the end of a line follows")
    }
    return (first, fields)
  }

  private mutating func plainField() -> String {
    let field = rest.prefix { $0 != "," && $0 != "\"" && $0 != "\n" && $0 != "\r" }
    rest = rest[field.endIndex...]
    return String(field)
  }

  /// The rest of a field whose first quote is read.
  private mutating func quotedField() throws(InputError) -> String {
    let first = line
    var field = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      if scalar == "\n" { line += 1 }
      if scalar == "\"", !skip("\"") { return String(field) }
      field.append(scalar)
    }
    throw InputError(line: first, "the quote that opens here is never closed")
  }

  private mutating func skipLineBreak() -> Bool {
    guard rest.first == "\n" || rest.starts(with: ["\r", "\n"]) else { return false }
    _ = skip("\r")
    line += 1
    return skip("\n")
  }

  private mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
    guard rest.first == scalar else { return false }
    rest.removeFirst()
    return true
  }
}

/// Why an input is invalid: the place and the reason.
///
/// No reason may contain the content of the input, which may be secret.
struct InputError: Error, Hashable, CustomStringConvertible {
  /// The line, from 1; `nil` if the input as a whole is invalid.
  var line: Int?
  var column: String?
  let reason: String

  init(line: Int? = nil, column: String? = nil, _ reason: String) {
    self.line = line
    self.column = column
    self.reason = reason
  }

  var description: String {
    let place = [line.map { "line \($0)" }, column.map { "column \"\($0)\"" }].compactMap { $0 }
    return place.isEmpty ? reason : "\(place.joined(separator: ", ")): \(reason)"
  }
}
