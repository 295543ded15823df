/// What an app showed and did, as far as anybody outside can tell.
struct Seen: Equatable, Sendable {
  var windows: [ShownWindow]
  var copies: Int
  var lastCopied: Password?
  var actions: Int
}
