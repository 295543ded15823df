import Foundation
import LockboxModern

/// Reads a logins export of Firefox.
///
/// The columns may be in any order; others are ignored.
struct LoginsImport {
  /// The latest time that Firefox can write, in milliseconds since 1970.
  private static let latestTime: Int64 = 8_640_000_000_000_000

  /// The columns of the file; `nil` for one that Firefox does not write.
  private let columns: [LoginsColumn?]

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
    columns = header.map { LoginsColumn(rawValue: $0.text) }
    for column in LoginsColumn.allCases {
      let count = columns.count { $0 == column }
      guard count != 1 else { continue }
      throw ImportError(
        line: header[0].line, column: column.rawValue,
        count > 1
          ? "the column appears twice"
          : "the column is missing (is this a logins export of Firefox, in UTF-8?)")
    }
  }

  /// The names of the columns for errors; the number of one that Firefox does not write.
  ///
  /// The name of such a column may be a password, if the file lacks a line break.
  private var names: [String] { columns.enumerated().map { $1?.rawValue ?? "\($0 + 1)" } }

  private func login(from record: CSVRecord) throws -> LoginRecord {
    guard record.count == columns.count else {
      throw ImportError(
        line: record[0].line, column: names[min(record.count, columns.count - 1)],
        "\(record.count) fields instead of \(columns.count)")
    }
    func text(_ column: LoginsColumn) -> String { field(column, in: record).text }
    func required(_ column: LoginsColumn) throws -> String {
      guard !text(column).isEmpty else { throw error(column, in: record, "must not be empty") }
      return text(column)
    }
    func date(_ column: LoginsColumn) throws -> Date {
      let text = text(column)
      guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let milliseconds = Int64(text),
        milliseconds <= Self.latestTime
      else {
        throw error(
          column, in: record, "not a time: a whole number of milliseconds since 1970 is expected")
      }
      return Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    }
    let (realm, action) = (text(.httpRealm), text(.formActionOrigin))
    return LoginRecord(
      id: LoginID(try required(.guid)), origin: try required(.url), username: text(.username),
      password: Password(text(.password)), httpRealm: realm.isEmpty ? nil : realm,
      formActionOrigin: action.isEmpty ? nil : action, created: try date(.timeCreated),
      lastUsed: try date(.timeLastUsed), passwordChanged: try date(.timePasswordChanged))
  }

  private func field(_ column: LoginsColumn, in record: CSVRecord) -> CSVField {
    record[columns.firstIndex(of: column) ?? 0]
  }

  private func error(_ column: LoginsColumn, in record: CSVRecord, _ reason: String) -> ImportError
  {
    ImportError(line: field(column, in: record).line, column: column.rawValue, reason)
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
