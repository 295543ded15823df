/// A part of the state that a new presenter shows.
///
/// A presenter sees its slice only through a source, so the same presenter works on the migration
/// store and on the value store.
@MainActor struct Source<Value: Equatable & Sendable> {
  /// Delivers the value at once and after each change, until the token is released.
  let follow: (_ receive: @escaping @MainActor (Value) -> Void) -> AnyObject
}
