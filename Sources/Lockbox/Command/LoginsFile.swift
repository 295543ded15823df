import Foundation
import LockboxModern

/// The source of the logins: an export of Firefox, or the sample.
enum LoginsFile: Hashable {
  case sample
  case file(path: String)

  var name: String {
    switch self {
    case .sample: "the sample"
    case .file(let path): path
    }
  }

  var path: String? {
    if case .file(let path) = self { path } else { nil }
  }

  /// Reads the whole content, up to the length of some 100,000 logins.
  ///
  /// It reads no more than the limit, since a pipe or a device may be longer than its size says.
  func bytes(atMost limit: Int = 32 << 20) throws(InputError) -> [UInt8] {
    let path = path ?? Bundle.module.path(forResource: "sample-logins", ofType: "csv") ?? ""
    guard FileManager.default.fileExists(atPath: path) else {
      throw InputError("there is no such file")
    }
    var bytes: [UInt8] = []
    do {
      let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
      defer { try? file.close() }
      while bytes.count <= limit, let part = try file.read(upToCount: 1 << 20), !part.isEmpty {
        bytes += part
      }
    } catch {
      throw InputError("the file cannot be read")
    }
    guard bytes.count <= limit else {
      throw InputError("the file is longer than \(limit >> 20) MB, so it is no logins export")
    }
    return bytes
  }

  /// Returns the logins of an export, in the order of the file.
  static func logins(from bytes: [UInt8]) throws(InputError) -> [LoginRecord] {
    let table = try CSVTable<LoginsColumn>(
      bytes, expecting: "a logins export of Firefox, in UTF-8")
    var linesByID: [LoginID: Int] = [:]
    var logins: [LoginRecord] = []
    for row in table.rows {
      let login = try LoginRecord(row)
      if let earlier = linesByID.updateValue(row.line, forKey: login.id) {
        throw row.error(.guid, "the same as in line \(earlier)")
      }
      logins.append(login)
    }
    return logins
  }
}

/// The columns of a logins export that the app uses, with the names and in the order of Firefox.
enum LoginsColumn: String, CaseIterable {
  case url, username, password, httpRealm, guid, timeLastUsed, timePasswordChanged
}

extension LoginRecord {
  fileprivate init(_ row: CSVTable<LoginsColumn>.Row) throws(InputError) {
    self.init(
      id: LoginID(try row.required(.guid)), origin: try row.required(.url),
      username: row[.username], password: Password(row[.password]),
      httpRealm: row.optional(.httpRealm), lastUsed: try row.time(.timeLastUsed),
      passwordChanged: try row.time(.timePasswordChanged))
  }
}

extension LockboxState {
  /// The state of a newly started app, with the logins of an export in its library.
  convenience init(loginsOf file: LoginsFile) throws(InputError) {
    self.init(logins: try LoginsFile.logins(from: file.bytes()))
  }
}
