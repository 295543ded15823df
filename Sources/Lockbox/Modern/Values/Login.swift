package import Foundation

/// One login as a value: a row of an export, or a part of a sync.
package struct LoginRecord: Hashable, Sendable, Codable, Identifiable {
  package let id: LoginID
  /// The site, as scheme, host and port; `url` in the export.
  package let origin: String
  /// The account at the site; empty for some logins.
  package var username: String
  package var password: Password
  /// The realm of an HTTP sign-in; `nil` for a login of a form.
  package var httpRealm: String?
  package var lastUsed: Date
  package var passwordChanged: Date

  package init(
    id: LoginID, origin: String, username: String, password: Password,
    httpRealm: String?, lastUsed: Date, passwordChanged: Date
  ) {
    self.id = id
    self.origin = origin
    self.username = username
    self.password = password
    self.httpRealm = httpRealm
    self.lastUsed = lastUsed
    self.passwordChanged = passwordChanged
  }

  /// Applies an edit; a password that stays as it is keeps its date.
  package mutating func apply(_ edit: LoginEdit, at date: Date) {
    switch edit {
    case .username(let username):
      self.username = username
    case .password(let password):
      guard password != self.password else { return }
      self.password = password
      passwordChanged = date
    }
  }

  /// The text of a field, for the clipboard.
  package func text(of field: LoginField) -> Password {
    field == .username ? Password(username) : password
  }

  /// The site's short name, without scheme and `www.`.
  package var title: String {
    var title = Substring(origin)
    if let scheme = title.range(of: "://") { title = title[scheme.upperBound...] }
    if title.hasPrefix("www.") { title = title.dropFirst(4) }
    if let path = title.firstIndex(of: "/") { title = title[..<path] }
    return title.isEmpty ? origin : String(title)
  }
}

/// The identity of one login: the `guid` of the export, kept through every edit and sync.
package struct LoginID: Hashable, Codable, Sendable, CustomStringConvertible {
  package let guid: String

  package init(_ guid: String) {
    self.guid = guid
  }

  package var description: String { guid }
}

package enum LoginEdit: Hashable, Sendable, Codable {
  case username(String)
  case password(Password)
}

package enum LoginField: String, Sendable, Codable, CaseIterable {
  case username
  case password
}

/// A secret that can be stored, compared and copied, but not printed by accident.
///
/// Every implicit conversion to text (`print`, string interpolation, `dump`, a debugger, a report of
/// differences) returns the same mask for each password, which hides its length too. Only
/// ``reveal()`` returns the text: search for that name to find each use of a secret.
package struct Password: Hashable, Sendable, Codable {
  package static let mask = "••••••••"

  private let secret: String

  package init(_ secret: String) {
    self.secret = secret
  }

  /// The secret itself, for the clipboard or a sign-in form.
  package func reveal() -> String { secret }

  // The coding contains the bare text, since an in-memory copy must keep the secret.
  package init(from decoder: any Decoder) throws {
    secret = try decoder.singleValueContainer().decode(String.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(secret)
  }
}

extension Password: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { Self.mask }
  package var debugDescription: String { Self.mask }
  /// A mirror without children, so that reflection shows nothing.
  package var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
