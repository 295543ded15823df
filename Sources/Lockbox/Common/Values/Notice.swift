/// A short message over a screen, until the next thing that a person does in that window.
enum Notice: Hashable, Sendable, Codable {
  case copied(LoginField)
  case deleted(title: String)
}
