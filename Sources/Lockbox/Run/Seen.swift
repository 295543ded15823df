/// What is visible of an app from the outside: its screens, and what it copied.
struct Seen: Equatable, Sendable {
  var windows: [ShownWindow]
  var copies: Int
  var lastCopied: Password?
  var actions: Int
}
