/// All logins, each with a reference back to the library.
final class LoginLibrary: Codable {
  private(set) var items: [LoginItem] = []

  func login(_ id: LoginID) -> LoginItem? {
    items.first { $0.id == id }
  }

  /// Makes the library contain these records and nothing else.
  func replaceAll(with records: [LoginRecord]) {
    for item in items { item.library = nil }
    items = records.map(makeItem)
  }

  /// Brings a login up to date, or adds it.
  ///
  /// The instance stays the same, so that whoever holds it sees the change; unless the login
  /// became one of another class.
  func merge(_ record: LoginRecord) {
    guard let index = items.firstIndex(where: { $0.id == record.id }) else {
      items.append(makeItem(record))
      return
    }
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
