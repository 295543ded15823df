/// A part of the state that a presenter shows, wherever it is kept.
///
/// A presenter of the new form knows its slice through this alone. So it shows a slice that still
/// lives in the store of a migration, and goes on unchanged on the value store.
@MainActor struct Source<Value: Equatable & Sendable> {
  /// Tells of the value now and after each change, for as long as the token lives.
  let follow: (_ told: @escaping @MainActor (Value) -> Void) -> AnyObject
}
