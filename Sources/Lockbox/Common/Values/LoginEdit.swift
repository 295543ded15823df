/// A change that a person makes to a login.
enum LoginEdit: Hashable, Sendable, Codable {
  case username(String)
  case password(Password)
}

/// A part of a login that can be copied to the clipboard.
enum LoginField: String, Sendable, Codable, CaseIterable {
  case username
  case password
}
