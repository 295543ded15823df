package import Foundation

/// Reads a CSV file whose header names its columns.
///
/// The columns may be in any order; those of other names are ignored.
package struct CSVTable<Column: RawRepresentable<String> & CaseIterable & Equatable> {
  private var reader: CSVReader
  /// The columns of the file; `nil` for one of another name.
  private let columns: [Column?]

  /// Reads the header.
  ///
  /// - Parameters:
  ///   - bytes: The content of the file.
  ///   - kind: What the file should be, which the error of a missing column names.
  /// - Throws: `InputError`, if the file is no text, or has another header.
  package init(_ bytes: [UInt8], expecting kind: String) throws(InputError) {
    guard !bytes.contains(0) else { throw InputError("the file is not text in UTF-8") }
    reader = CSVReader(bytes)
    guard let header = try reader.next() else {
      throw InputError(line: 1, "the file is empty and has no header")
    }
    columns = header.map { Column(rawValue: $0.text) }
    for column in Column.allCases {
      let count = columns.count { $0 == column }
      guard count != 1 else { continue }
      throw InputError(
        line: header[0].line, column: column.rawValue,
        count > 1 ? "the column appears twice" : "the column is missing (is this \(kind)?)")
    }
    // In errors, a column of another name has a number: the name may be a secret, if the file lacks a
    // line break.
    reader.columnNames = columns.enumerated().map { $1?.rawValue ?? "\($0 + 1)" }
  }

  /// The next row, or `nil` at the end of the file.
  package mutating func next() throws(InputError) -> Row? {
    guard let fields = try reader.next() else { return nil }
    guard fields.count == columns.count else {
      throw InputError(
        line: fields[0].line, column: reader.columnNames[min(fields.count, columns.count - 1)],
        "\(fields.count) fields instead of \(columns.count)")
    }
    return Row(fields: fields, columns: columns)
  }

  /// One row, with a field for each column.
  package struct Row {
    fileprivate let fields: CSVRecord
    fileprivate let columns: [Column?]

    /// The line on which the row begins, from 1.
    package var line: Int { fields[0].line }

    package subscript(column: Column) -> String { field(column).text }

    /// The text of a column, or `nil` if it is empty.
    package func optional(_ column: Column) -> String? {
      self[column].isEmpty ? nil : self[column]
    }

    /// The text of a column that must not be empty.
    package func required(_ column: Column) throws(InputError) -> String {
      guard !self[column].isEmpty else { throw error(column, "must not be empty") }
      return self[column]
    }

    /// The time of a column, in milliseconds since 1970, which is not after a latest one.
    package func time(_ column: Column, atMost latest: Int64) throws(InputError) -> Date {
      let text = self[column]
      guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let milliseconds = Int64(text),
        milliseconds <= latest
      else {
        throw error(column, "not a time: a whole number of milliseconds since 1970 is expected")
      }
      return Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    /// An error with the place of a column's field.
    package func error(_ column: Column, _ reason: String) -> InputError {
      InputError(line: field(column).line, column: column.rawValue, reason)
    }

    private func field(_ column: Column) -> CSVField {
      fields[columns.firstIndex(of: column) ?? 0]
    }
  }
}
