import LockboxModern
import ObjectGraph

/// A login of the legacy app: one instance for each login, shared by the library and by each window
/// that selects it.
final class LoginItem: Codable {
  var record: LoginRecord {
    didSet { library?.forgetRecords() }
  }
  @BackReference var library: LoginLibrary?

  init(_ record: LoginRecord, in library: LoginLibrary) {
    self.record = record
    self.library = library
  }
}

/// All logins, each with a reference back to the library.
final class LoginLibrary: Codable {
  private enum CodingKeys: CodingKey {
    case items
  }

  private(set) var items: [LoginItem] = [] {
    didSet { forgetRecords() }
  }

  /// The records as they were last read, if none changed since; a copy of the library reads its own.
  private var knownRecords: [LoginRecord]?

  /// The records of all items: the same array until one changes, which is compared at once.
  var records: [LoginRecord] {
    if let knownRecords { return knownRecords }
    let records = items.map(\.record)
    knownRecords = records
    return records
  }

  fileprivate func forgetRecords() { knownRecords = nil }

  func login(_ id: LoginID) -> LoginItem? {
    items.first { $0.record.id == id }
  }

  /// Replaces the content of the library with these records, in this order, and keeps the instances
  /// of known logins, so that other references to them see the change.
  func hold(_ records: [LoginRecord]) {
    guard records != self.records else { return knownRecords = records }
    let byID = Dictionary(items.map { ($0.record.id, $0) }) { first, _ in first }
    items = records.map { record in
      let item = byID[record.id] ?? LoginItem(record, in: self)
      if item.record != record { item.record = record }
      return item
    }
    knownRecords = records
  }

  func merge(_ record: LoginRecord) {
    if let item = login(record.id) {
      item.record = record
    } else {
      items.append(LoginItem(record, in: self))
    }
  }

  func remove(_ id: LoginID) {
    items.removeAll { $0.record.id == id }
  }
}
