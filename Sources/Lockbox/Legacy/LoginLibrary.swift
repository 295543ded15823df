import LockboxModern

/// All logins, each with a reference back to the library.
final class LoginLibrary: Codable {
  private(set) var items: [LoginItem] = []

  func login(_ id: LoginID) -> LoginItem? {
    items.first { $0.id == id }
  }

  /// Replaces the content of the library with new instances of these records.
  func replaceAll(with records: [LoginRecord]) {
    for item in items { item.library = nil }
    items = records.map(makeItem)
  }

  /// Replaces the content of the library with these records, in this order, and keeps the instances
  /// of known logins.
  func hold(_ records: [LoginRecord]) {
    if items.count != records.count || !zip(items, records).allSatisfy({ $0.id == $1.id }) {
      rearrange(for: records)
    }
    for (index, record) in records.enumerated() where items[index].record != record {
      merge(record, at: index)
    }
  }

  private func rearrange(for records: [LoginRecord]) {
    let byID = Dictionary(items.map { ($0.id, $0) }) { first, _ in first }
    for item in items { item.library = nil }
    items = records.map { record in
      let item = byID[record.id] ?? makeItem(record)
      item.library = self
      return item
    }
  }

  /// Updates a login, or adds it.
  ///
  /// The instance stays, so that other references to it see the change, unless its class changes.
  func merge(_ record: LoginRecord) {
    guard let index = items.firstIndex(where: { $0.id == record.id }) else {
      items.append(makeItem(record))
      return
    }
    merge(record, at: index)
  }

  private func merge(_ record: LoginRecord, at index: Int) {
    if (items[index] is RealmLoginItem) == (record.httpRealm != nil) {
      items[index].update(from: record)
    } else {
      items[index].library = nil
      items[index] = makeItem(record)
    }
  }

  func remove(_ id: LoginID) {
    for item in items where item.id == id { item.library = nil }
    items.removeAll { $0.id == id }
  }

  private func makeItem(_ record: LoginRecord) -> LoginItem {
    let item = LoginItem.make(from: record)
    item.library = self
    return item
  }
}
