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

  /// The second line of a row.
  var subtitle: String {
    username.isEmpty ? "(no username)" : username
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
