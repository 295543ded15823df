/// A text to copy to the clipboard.
struct CopyEffect: Equatable, Sendable {
  var text: Password
}
