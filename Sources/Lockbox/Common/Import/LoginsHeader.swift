/// Maps columns to the fields of a record.
///
/// The columns may be in any order; others are ignored.
struct LoginsHeader {
  /// The names of the columns for errors; the number of one that Firefox does not write.
  ///
  /// The name of such a column may be a password, if the file lacks a line break.
  let names: [String]
  private let indices: [LoginsColumn: Int]

  init(_ record: CSVRecord) throws {
    names = record.texts.enumerated().map { index, name in
      LoginsColumn(rawValue: name) == nil ? "\(index + 1)" : name
    }
    var indices: [LoginsColumn: Int] = [:]
    for (index, name) in names.enumerated() {
      guard let column = LoginsColumn(rawValue: name) else { continue }
      guard indices.updateValue(index, forKey: column) == nil else {
        throw ImportError(line: record.line, column: name, "the column appears twice")
      }
    }
    for column in LoginsColumn.allCases where indices[column] == nil {
      throw ImportError(
        line: record.line, column: column.rawValue,
        "the column is missing (is this a logins export of Firefox?)")
    }
    self.indices = indices
  }

  /// The field of a column, in a record that passed ``check(_:)``.
  func field(_ column: LoginsColumn, in record: CSVRecord) -> CSVRecord.Field {
    record.fields[indices[column] ?? 0]
  }

  /// Throws unless the record has as many fields as there are columns.
  func check(_ record: CSVRecord) throws {
    if record.fields.count < names.count {
      throw ImportError(
        line: record.line, column: names[record.fields.count],
        "the line ends before this column: \(record.fields.count) fields of \(names.count)")
    }
    if record.fields.count > names.count {
      throw ImportError(
        line: record.line, column: names.last,
        "more fields follow this column: \(record.fields.count) instead of \(names.count)")
    }
  }
}
