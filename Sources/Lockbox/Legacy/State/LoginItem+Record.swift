extension LoginItem {
  /// An instance of the class that fits a record.
  static func make(from record: LoginRecord) -> LoginItem {
    if let realm = record.httpRealm {
      RealmLoginItem(record, realm: realm)
    } else {
      LoginItem(record)
    }
  }

  var record: LoginRecord {
    LoginRecord(
      id: id, origin: origin, title: title, username: username, password: password,
      httpRealm: httpRealm, formActionOrigin: formActionOrigin, created: created,
      lastUsed: lastUsed, passwordChanged: passwordChanged)
  }
}
