import LockboxModern
import Foundation

/// Reads a whole logins export of Firefox, or throws an ``ImportError``.
struct LoginsImport {
  /// The latest time that Firefox can write, in milliseconds since 1970.
  private static let latestTime: Int64 = 8_640_000_000_000_000

  /// Receives the progress from time to time.
  var progress: (ImportProgress) -> Void = { _ in }

  /// The logins of an export, in the order of the file.
  func logins(from bytes: [UInt8]) throws -> [LoginRecord] {
    if let encoding = Self.foreignEncoding(of: bytes) {
      throw ImportError("the file is in \(encoding): save it as UTF-8")
    }
    var reader = CSVReader(bytes)
    guard let first = try reader.next() else {
      throw ImportError(line: 1, "the file is empty and has no header")
    }
    let header = try LoginsHeader(first)
    reader.columnNames = header.names
    var logins: [LoginRecord] = []
    var linesByID: [LoginID: Int] = [:]
    while let record = try reader.next() {
      try header.check(record)
      let login = try self.login(from: record, header: header)
      if let earlier = linesByID.updateValue(record.line, forKey: login.id) {
        throw ImportError(
          line: header.field(.guid, in: record).line, column: LoginsColumn.guid.rawValue,
          "the same as in line \(earlier)")
      }
      logins.append(login)
      if logins.count.isMultiple(of: 256) {
        progress(
          ImportProgress(logins: logins.count, bytes: reader.bytesRead, of: bytes.count))
      }
    }
    return logins
  }

  /// The name of the encoding, if the first bytes show that it is not UTF-8.
  private static func foreignEncoding(of bytes: [UInt8]) -> String? {
    let start = Array(bytes.prefix(4))
    if start == [0xFF, 0xFE, 0, 0] || start == [0, 0, 0xFE, 0xFF] { return "UTF-32" }
    let marks: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF]]
    if marks.contains(Array(start.prefix(2))) { return "UTF-16" }
    // Without a mark, every other byte of a header in Latin letters is zero.
    guard start.count == 4 else { return nil }
    return start.map { $0 == 0 } == [false, true, false, true]
      || start.map { $0 == 0 } == [true, false, true, false] ? "UTF-16" : nil
  }

  private func login(from record: CSVRecord, header: LoginsHeader) throws -> LoginRecord {
    LoginRecord(
      id: LoginID(try required(.guid, in: record, header)),
      origin: try required(.url, in: record, header),
      username: header.field(.username, in: record).text,
      password: Password(header.field(.password, in: record).text),
      httpRealm: optional(.httpRealm, in: record, header),
      formActionOrigin: optional(.formActionOrigin, in: record, header),
      created: try date(.timeCreated, in: record, header),
      lastUsed: try date(.timeLastUsed, in: record, header),
      passwordChanged: try date(.timePasswordChanged, in: record, header))
  }

  private func required(
    _ column: LoginsColumn, in record: CSVRecord, _ header: LoginsHeader
  ) throws -> String {
    let field = header.field(column, in: record)
    guard !field.text.isEmpty else {
      throw ImportError(line: field.line, column: column.rawValue, "must not be empty")
    }
    return field.text
  }

  private func optional(
    _ column: LoginsColumn, in record: CSVRecord, _ header: LoginsHeader
  ) -> String? {
    let text = header.field(column, in: record).text
    return text.isEmpty ? nil : text
  }

  private func date(
    _ column: LoginsColumn, in record: CSVRecord, _ header: LoginsHeader
  ) throws -> Date {
    let field = header.field(column, in: record)
    guard field.text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let milliseconds = Int64(field.text), milliseconds <= Self.latestTime
    else {
      throw ImportError(
        line: field.line, column: column.rawValue,
        "not a time: a whole number of milliseconds since 1970 is expected")
    }
    return Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }
}

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

/// The columns of a logins export, in the order and with the names of Firefox.
enum LoginsColumn: String, CaseIterable {
  case url
  case username
  case password
  case httpRealm
  case formActionOrigin
  case guid
  case timeCreated
  case timeLastUsed
  case timePasswordChanged
}

/// The progress of an import.
struct ImportProgress: Hashable {
  var logins: Int
  var bytes: Int
  var total: Int

  init(logins: Int, bytes: Int, of total: Int) {
    self.logins = logins
    self.bytes = bytes
    self.total = total
  }

  /// Between 0 and 100.
  var percent: Int { total == 0 ? 100 : Int(Double(bytes) / Double(total) * 100) }
}

/// Why a logins export is invalid: the place and the reason.
///
/// The message never contains the content of a field: in a file with shifted columns, any field may
/// be a password.
struct ImportError: Error, Hashable, CustomStringConvertible {
  /// The line of the file, from 1; `nil` if the file as a whole is invalid.
  var line: Int?
  /// The name of the column, or its number if Firefox writes no such column.
  var column: String?
  var reason: String

  init(line: Int? = nil, column: String? = nil, _ reason: String) {
    self.line = line
    self.column = column
    self.reason = reason
  }

  var description: String {
    var place: [String] = []
    if let line { place.append("line \(line)") }
    if let column { place.append("column \(Int(column) == nil ? "\"\(column)\"" : column)") }
    return place.isEmpty ? reason : "\(place.joined(separator: ", ")): \(reason)"
  }
}
