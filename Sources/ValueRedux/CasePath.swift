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
/// A `switch` that changes the payload and assigns the enum again copies every collection in it,
/// because the enum still holds the payload while it changes. ``modify(_:_:)`` releases the enum's
/// hold first.
@frozen
public struct CasePath<Root, Payload>: Sendable {
  @usableFromInline let embed: @Sendable (Payload) -> Root
  @usableFromInline let extract: @Sendable (Root) -> Payload?

  /// Creates the path of one case.
  ///
  /// - Parameters:
  ///   - embed: Creates the enum from the payload; the name of the case works.
  ///   - extract: Returns the payload, or nil where the enum is in another case. `embed` of what it
  ///     returns must equal the enum.
  @inlinable
  public init(
    _ embed: @escaping @Sendable (Payload) -> Root,
    extract: @escaping @Sendable (Root) -> Payload?
  ) {
    self.embed = embed
    self.extract = extract
  }

  /// Returns the payload, or nil where the enum is in another case.
  @inlinable
  public func payload(of root: Root) -> Payload? {
    extract(root)
  }

  /// Creates the enum, in the case of this path, from a payload.
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
  /// - Complexity: O(1) apart from `change`.
  @inlinable
  @discardableResult
  public func modify<Result>(
    _ root: inout Root, _ change: (inout Payload) -> Result
  ) -> Result? {
    guard var payload = extract(root) else { return nil }
    return unsafe withUnsafeMutablePointer(to: &root) { place in
      // The enum gives up its hold on the payload. No code can read it before the last line: `root`
      // is held exclusively, and nothing in between can throw.
      unsafe place.deinitialize(count: 1)
      let result = change(&payload)
      unsafe place.initialize(to: embed(payload))
      return result
    }
  }
}
