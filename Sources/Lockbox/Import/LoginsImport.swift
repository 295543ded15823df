import Foundation
import LockboxModern

/// Reads a logins export of Firefox.
///
/// The columns may be in any order; others are ignored.
struct LoginsImport {
  /// The latest time that Firefox can write, in milliseconds since 1970.
  private static let latestTime: Int64 = 8_640_000_000_000_000

  /// The names of the columns for errors; the number of one that Firefox does not write.
  ///
  /// The name of such a column may be a password, if the file lacks a line break.
  private let names: [String]
  private let indices: [LoginsColumn: Int]

  /// Returns the logins of an export, in the order of the file, or throws an ``ImportError``.
  static func logins(from bytes: [UInt8]) throws -> [LoginRecord] {
    guard !bytes.contains(0) else { throw ImportError("the file is not text in UTF-8") }
    var reader = CSVReader(bytes)
    guard let header = try reader.next() else {
      throw ImportError(line: 1, "the file is empty and has no header")
    }
    let columns = try LoginsImport(header: header)
    reader.columnNames = columns.names
    var logins: [LoginRecord] = []
    var linesByID: [LoginID: Int] = [:]
    while let record = try reader.next() {
      let login = try columns.login(from: record)
      if let earlier = linesByID.updateValue(record[0].line, forKey: login.id) {
        throw columns.error(.guid, in: record, "the same as in line \(earlier)")
      }
      logins.append(login)
    }
    return logins
  }

  private init(header: CSVRecord) throws {
    let line = header[0].line
    names = header.enumerated().map { index, field in
      LoginsColumn(rawValue: field.text) == nil ? "\(index + 1)" : field.text
    }
    var indices: [LoginsColumn: Int] = [:]
    for (index, name) in names.enumerated() {
      guard let column = LoginsColumn(rawValue: name) else { continue }
      guard indices.updateValue(index, forKey: column) == nil else {
        throw ImportError(line: line, column: name, "the column appears twice")
      }
    }
    for column in LoginsColumn.allCases where indices[column] == nil {
      throw ImportError(
        line: line, column: column.rawValue,
        "the column is missing (is this a logins export of Firefox, in UTF-8?)")
    }
    self.indices = indices
  }

  private func login(from record: CSVRecord) throws -> LoginRecord {
    guard record.count == names.count else {
      throw ImportError(
        line: record[0].line, column: names[min(record.count, names.count - 1)],
        "\(record.count) fields instead of \(names.count)")
    }
    let (realm, action) = (text(.httpRealm, in: record), text(.formActionOrigin, in: record))
    return LoginRecord(
      id: LoginID(try required(.guid, in: record)), origin: try required(.url, in: record),
      username: text(.username, in: record), password: Password(text(.password, in: record)),
      httpRealm: realm.isEmpty ? nil : realm, formActionOrigin: action.isEmpty ? nil : action,
      created: try date(.timeCreated, in: record), lastUsed: try date(.timeLastUsed, in: record),
      passwordChanged: try date(.timePasswordChanged, in: record))
  }

  private func text(_ column: LoginsColumn, in record: CSVRecord) -> String {
    record[indices[column] ?? 0].text
  }

  private func required(_ column: LoginsColumn, in record: CSVRecord) throws -> String {
    let text = text(column, in: record)
    guard !text.isEmpty else { throw error(column, in: record, "must not be empty") }
    return text
  }

  private func date(_ column: LoginsColumn, in record: CSVRecord) throws -> Date {
    let text = text(column, in: record)
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let milliseconds = Int64(text),
      milliseconds <= Self.latestTime
    else {
      throw error(
        column, in: record, "not a time: a whole number of milliseconds since 1970 is expected")
    }
    return Date(timeIntervalSince1970: Double(milliseconds) / 1000)
  }

  private func error(_ column: LoginsColumn, in record: CSVRecord, _ reason: String) -> ImportError
  {
    ImportError(line: record[indices[column] ?? 0].line, column: column.rawValue, reason)
  }
}

/// The columns of a logins export, in the order and with the names of Firefox.
enum LoginsColumn: String, CaseIterable {
  case url, username, password, httpRealm, formActionOrigin, guid
  case timeCreated, timeLastUsed, timePasswordChanged
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
