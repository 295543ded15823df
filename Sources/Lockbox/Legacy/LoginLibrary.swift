import LockboxModern

/// A login of the legacy app: one instance for each login, shared by the library and by each window
/// that selects it.
final class LoginItem: Codable {
  var record: LoginRecord

  init(_ record: LoginRecord) { self.record = record }
}

final class LoginLibrary: Codable {
  private(set) var items: [LoginItem] = []

  var records: [LoginRecord] { items.map(\.record) }

  func login(_ id: LoginID) -> LoginItem? {
    items.first { $0.record.id == id }
  }

  /// Replaces the content of the library with these records, in this order, and keeps the instances
  /// of known logins, so that other references to them see the change.
  func hold(_ records: [LoginRecord]) {
    let byID = Dictionary(items.map { ($0.record.id, $0) }) { first, _ in first }
    items = records.map { record in
      let item = byID[record.id] ?? LoginItem(record)
      item.record = record
      return item
    }
  }

  func merge(_ record: LoginRecord) {
    if let item = login(record.id) {
      item.record = record
    } else {
      items.append(LoginItem(record))
    }
  }

  func remove(_ id: LoginID) {
    items.removeAll { $0.record.id == id }
  }
}
