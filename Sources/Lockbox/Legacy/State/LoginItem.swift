import Foundation
import ObjectGraph

/// A login of the library, as the legacy app keeps it: one instance for each login, shared by the
/// list that contains it and by each window that has it selected.
class LoginItem: Codable {
  let id: LoginID
  var origin: String {
    didSet { title = LoginRecord.title(ofOrigin: origin) }
  }
  /// The site as a person names it.
  private(set) var title: String
  var username: String
  var password: Password
  var formActionOrigin: String?
  var created: Date
  var lastUsed: Date
  var passwordChanged: Date

  /// The library that contains this login; `nil` once it was deleted.
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

  /// What a row shows under the title.
  var subtitle: String {
    username.isEmpty ? "(no username)" : username
  }

  /// The realm of an HTTP sign-in; a login that belongs to a form has none.
  var httpRealm: String? { nil }

  /// Takes over what a record says about the same login.
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
