/// Two functions for a slice: one reads a value from the objects of the slice, and one writes a value back.
///
/// The two sides of a slice share only the projection. `read` builds the value from the live objects, and `write`
/// changes the live objects to match the value:
///
/// ```swift
/// let theme = Projection<AppState, ThemeState>(
///   read: { ThemeState(isManual: $0.theme.isManual, brightness: $0.theme.brightness) },
///   write: { state, value in
///     state.theme.isManual = value.isManual
///     state.theme.brightness = value.brightness
///   })
/// ```
///
/// A projection obeys two laws, which a `ParityCheck` checks: `read` returns the value that `write` wrote, and `write`
/// changes nothing outside of its slice. If the projection has a closure `clear`, which frees the objects of the slice,
/// `write` must be able to make these objects again.
///
/// The closures run on the executor of the store that owns the state, and must not keep any object of the state.
@frozen
public struct Projection<Root: AnyObject, Value: Equatable & Sendable>: Sendable {
  /// Builds the value of the slice from the class state.
  public let read: @Sendable (Root) -> Value

  /// Changes the objects of the slice to match the value.
  public let write: @Sendable (Root, Value) -> Void

  /// Frees the slice's part of the class state; nil when it cannot be freed.
  ///
  /// Runs when the slice is migrated and no legacy block is left that may look at the part. `write`
  /// rebuilds the part when the slice goes back.
  @usableFromInline package let clear: (@Sendable (Root) -> Void)?

  /// Creates a projection from closures.
  ///
  /// - Parameters:
  ///   - read: A closure that builds the value from the class state, and does not change the state.
  ///   - write: A closure that changes the objects of the slice to match the value, and nothing else.
  ///   - clear: A closure that frees the objects of the slice, or nil to keep them. A `MigrationStore` calls it as soon
  ///     as the slice is migrated and no block can read the objects.
  @inlinable
  public init(
    read: @escaping @Sendable (Root) -> Value,
    write: @escaping @Sendable (Root, Value) -> Void,
    clear: (@Sendable (Root) -> Void)? = nil
  ) {
    self.read = read
    self.write = write
    self.clear = clear
  }

  /// Creates a projection of a stored property, for a slice whose state is already a value.
  ///
  /// - Parameter keyPath: The key path of the value in the class state.
  @inlinable
  public init(_ keyPath: any ReferenceWritableKeyPath<Root, Value> & Sendable) {
    self.init(read: { $0[keyPath: keyPath] }, write: { $0[keyPath: keyPath] = $1 })
  }
}

extension Projection {
  /// Returns this projection for an outer object that contains the root of this projection.
  ///
  /// ```swift
  /// let inApp: Projection<AppState, ThemeState> = theme.at(\.settings)
  /// ```
  ///
  /// - Parameter keyPath: The path from the outer object to the root of this projection.
  /// - Returns: A projection whose root is the outer object.
  @inlinable
  public func at<Outer: AnyObject>(
    _ keyPath: any KeyPath<Outer, Root> & Sendable
  ) -> Projection<Outer, Value> {
    let (read, write) = (self.read, self.write)
    var clearOuter: (@Sendable (Outer) -> Void)?
    if let clear { clearOuter = { clear($0[keyPath: keyPath]) } }
    return Projection<Outer, Value>(
      read: { read($0[keyPath: keyPath]) },
      write: { write($0[keyPath: keyPath], $1) },
      clear: clearOuter)
  }

  /// Returns a projection that converts the value of this projection to another type.
  ///
  /// - Parameters:
  ///   - get: A closure that converts the value of this projection to the new value.
  ///   - set: A closure that converts the new value back. Each of `get` and `set` must undo the other.
  /// - Returns: A projection to the new value.
  @inlinable
  public func map<NewValue>(
    _ get: @escaping @Sendable (Value) -> NewValue,
    back set: @escaping @Sendable (NewValue) -> Value
  ) -> Projection<Root, NewValue> {
    let (read, write) = (self.read, self.write)
    return Projection<Root, NewValue>(
      read: { get(read($0)) },
      write: { write($0, set($1)) },
      clear: clear)
  }
}
