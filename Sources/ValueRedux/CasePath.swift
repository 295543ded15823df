/// Two functions for one case of an enum: one extracts the payload, the other makes the enum from a payload.
///
/// ```swift
/// enum Screen {
///   case loading
///   case logins(LoginsState)
/// }
/// let logins = CasePath(Screen.logins) { screen in
///   if case .logins(let state) = screen { state } else { nil }
/// }
/// ```
///
/// If a `switch` binds the payload, changes it and assigns the enum again, a change of a collection in the payload
/// copies the collection, because the enum still holds a reference to it. ``Reducer/scoped(toCase:)`` first takes the
/// payload out of the enum, so no collection is copied.
@frozen
public struct CasePath<Root, Payload>: Sendable {
  @usableFromInline let embed: @Sendable (Payload) -> Root
  @usableFromInline let extract: @Sendable (Root) -> Payload?

  /// Creates the path of one case.
  ///
  /// - Parameters:
  ///   - embed: A function that creates the enum from the payload; pass the case itself, such as `Screen.logins`.
  ///   - extract: A closure that returns the payload of an enum, or nil if the enum is in another case. From this
  ///     payload, `embed` must create an enum that is equal to the original.
  @inlinable
  public init(
    _ embed: @escaping @Sendable (Payload) -> Root,
    extract: @escaping @Sendable (Root) -> Payload?
  ) {
    self.embed = embed
    self.extract = extract
  }

  /// Changes the payload in place; the enum is unchanged where it is in another case.
  @inlinable
  func modify(_ root: inout Root, _ change: (inout Payload) -> Void) {
    guard var payload = extract(root) else { return }
    unsafe withUnsafeMutablePointer(to: &root) { place in
      // The enum gives up its hold on the payload. No code can read it before the last line: `root`
      // is held exclusively, and nothing in between can throw.
      unsafe place.deinitialize(count: 1)
      change(&payload)
      unsafe place.initialize(to: embed(payload))
    }
  }
}
