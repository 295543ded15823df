/// A short message over a screen, until the next input in that window.
enum Notice: Hashable, Sendable, Codable {
  case copied(LoginField)
  case deleted(title: String)
}
