import LockboxModern
import Foundation
import ObjectGraph

/// A login of the legacy app: one instance for each login, shared by the library and by each window
/// that selects it.
class LoginItem: Codable {
  let id: LoginID
  var origin: String {
    didSet { title = LoginRecord.title(ofOrigin: origin) }
  }
  /// The site's short name.
  private(set) var title: String
  var username: String
  var password: Password
  var formActionOrigin: String?
  var created: Date
  var lastUsed: Date
  var passwordChanged: Date

  /// The library that contains this login; `nil` after the login is deleted.
  @BackReference var library: LoginLibrary?

  init(_ record: LoginRecord) {
    id = record.id
    origin = record.origin
    title = LoginRecord.title(ofOrigin: record.origin)
    username = record.username
    password = record.password
    formActionOrigin = record.formActionOrigin
    created = record.created
    lastUsed = record.lastUsed
    passwordChanged = record.passwordChanged
  }

  /// The realm of an HTTP sign-in; `nil` for a login of a form.
  var httpRealm: String? { nil }

  /// Updates this login from a record of the same login.
  func update(from record: LoginRecord) {
    origin = record.origin
    username = record.username
    password = record.password
    formActionOrigin = record.formActionOrigin
    created = record.created
    lastUsed = record.lastUsed
    passwordChanged = record.passwordChanged
  }
}

/// A login for an HTTP sign-in, which has a realm instead of a form.
final class RealmLoginItem: LoginItem {
  private(set) var realm: String

  init(_ record: LoginRecord, realm: String) {
    self.realm = realm
    super.init(record)
  }

  override var httpRealm: String? { realm }

  override func update(from record: LoginRecord) {
    super.update(from: record)
    realm = record.httpRealm ?? realm
  }

  private enum CodingKeys: String, CodingKey {
    case realm
  }

  required init(from decoder: any Decoder) throws {
    realm = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .realm)
    try super.init(from: decoder)
  }

  override func encode(to encoder: any Encoder) throws {
    try super.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(realm, forKey: .realm)
  }
}

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
