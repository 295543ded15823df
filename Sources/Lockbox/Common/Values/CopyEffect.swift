/// Text that is to go to the clipboard.
struct CopyEffect: Equatable, Sendable {
  var text: Password
}
