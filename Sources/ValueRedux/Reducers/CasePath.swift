/// Leads from an enum to the payload of one of its cases, and back, without a copy of the payload.
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
/// Changing the payload in a `switch` and putting the enum together again copies every collection in
/// it, because the enum still holds the payload while it is changed. The case path parks the enum
/// meanwhile: its storage is empty until the changed payload is put back.
///
/// ## Thread safety
///
/// Safe from any thread because its closures are `@Sendable` and it has no other state.
public struct CasePath<Root, Payload>: Sendable {
  @usableFromInline let embed: @Sendable (Payload) -> Root
  @usableFromInline let extract: @Sendable (Root) -> Payload?

  /// Makes a case path for one case.
  ///
  /// - Parameters:
  ///   - embed: Makes the enum from the payload: the name of the case will do.
  ///   - extract: Takes out the payload; nil where the enum is in another case. What it takes out and
  ///     what `embed` makes of it must be the same value.
  @inlinable
  public init(
    _ embed: @escaping @Sendable (Payload) -> Root,
    extract: @escaping @Sendable (Root) -> Payload?
  ) {
    self.embed = embed
    self.extract = extract
  }

  /// Reads the payload.
  ///
  /// - Parameter root: The enum.
  /// - Returns: The payload, or nil where the enum is in another case.
  @inlinable
  public func payload(of root: Root) -> Payload? {
    extract(root)
  }

  /// Makes the enum from a payload.
  ///
  /// - Parameter payload: The payload.
  /// - Returns: The enum in the case of this case path.
  @inlinable
  public func callAsFunction(_ payload: Payload) -> Root {
    embed(payload)
  }

  /// Changes the payload in place.
  ///
  /// - Parameters:
  ///   - root: The enum; unchanged where it is in another case.
  ///   - change: Changes the payload.
  /// - Returns: What `change` returned, or nil where the enum is in another case.
  /// - Complexity: O(1) beside what `change` does.
  @inlinable
  @discardableResult
  public func modify<Result>(
    _ root: inout Root, _ change: (inout Payload) -> Result
  ) -> Result? {
    guard var payload = extract(root) else { return nil }
    return withUnsafeMutablePointer(to: &root) { place in
      // The enum gives up its hold on the payload; nobody can look at it before the last line, for
      // `root` is held exclusively and nothing in between can throw.
      place.deinitialize(count: 1)
      let result = change(&payload)
      place.initialize(to: embed(payload))
      return result
    }
  }
}
