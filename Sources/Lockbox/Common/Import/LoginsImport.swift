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
