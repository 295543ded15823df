/// A change of a login by the user.
enum LoginEdit: Hashable, Sendable, Codable {
  case username(String)
  case password(Password)
}

/// A part of a login that can be copied to the clipboard.
enum LoginField: String, Sendable, Codable, CaseIterable {
  case username
  case password
}
