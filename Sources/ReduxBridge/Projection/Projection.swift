/// How a slice of reference state maps to a value and back: a lens.
///
/// A projection is the only thing that both sides of a migration share. `read` builds the value from
/// the live objects, `write` makes the live objects say what the value says:
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
/// A projection has to obey two laws, which `checkLaws(on:values:within:)` checks: what `write` wrote,
/// `read` gives back; and `write` touches nothing outside its slice. Where there is a `clear`, `write`
/// must also be able to rebuild what `clear` freed.
///
/// The closures run where the state is: on the executor of the store that owns it. They must not keep
/// the root or an object in it.
///
/// ## Thread safety
/// Safe from any thread: it holds nothing but `@Sendable` closures.
public struct Projection<Root: AnyObject, Value: Equatable & Sendable>: Sendable {
  /// Builds the value of the slice from the reference state.
  public let read: @Sendable (Root) -> Value

  /// Makes the slice of the reference state say what the value says.
  public let write: @Sendable (Root, Value) -> Void

  /// Frees the slice's part of the reference state, where it can be freed.
  ///
  /// Called when the slice is migrated. `write` rebuilds the part when the slice goes back.
  public let clear: (@Sendable (Root) -> Void)?

  /// Makes a projection from closures.
  ///
  /// - Parameters:
  ///   - read: Builds the value from the reference state; must not change it.
  ///   - write: Makes the reference state say what the value says, and touches nothing else.
  ///   - clear: Frees the slice's part of the reference state; nil to leave it as it last was.
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

  /// Makes a projection of a stored value, by its key path.
  ///
  /// For a slice that already is a value inside the class graph.
  ///
  /// - Parameters:
  ///   - keyPath: Where the value stands in the reference state.
  ///   - placeholder: What stands there after the slice is migrated; nil to leave the last value.
  @inlinable
  public init(
    _ keyPath: any ReferenceWritableKeyPath<Root, Value> & Sendable,
    clearingTo placeholder: Value? = nil
  ) {
    var clear: (@Sendable (Root) -> Void)?
    if let placeholder { clear = { $0[keyPath: keyPath] = placeholder } }
    self.init(
      read: { $0[keyPath: keyPath] },
      write: { $0[keyPath: keyPath] = $1 },
      clear: clear)
  }
}

extension Projection {
  /// The same projection, seen from an object that holds its root.
  ///
  /// ```swift
  /// let inApp: Projection<AppState, ThemeState> = theme.at(\.settings)
  /// ```
  ///
  /// - Parameter keyPath: Where the present root stands in the new one.
  /// - Returns: A projection from the new root.
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

  /// The projection to another form of the same value.
  ///
  /// - Parameters:
  ///   - get: From the present value to the new one.
  ///   - set: From the new value back; `set(get(value))` must equal `value`.
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

  /// Joins two slices into one value.
  ///
  /// The two must not overlap. The second is written after the first, and the joined slice can be
  /// cleared if either part can.
  ///
  /// - Parameters:
  ///   - other: The projection of the second part.
  ///   - first: Where the first part stands in the joined value.
  ///   - second: Where the second part stands in the joined value.
  ///   - join: Makes the joined value of both parts.
  /// - Returns: The projection to the joined value.
  @inlinable
  public func zip<Other, Joined>(
    _ other: Projection<Root, Other>,
    first: any KeyPath<Joined, Value> & Sendable,
    second: any KeyPath<Joined, Other> & Sendable,
    join: @escaping @Sendable (Value, Other) -> Joined
  ) -> Projection<Root, Joined> {
    let (read, write) = (self.read, self.write)
    let clears = [clear, other.clear].compactMap { $0 }
    var clearBoth: (@Sendable (Root) -> Void)?
    if !clears.isEmpty { clearBoth = { root in for clear in clears { clear(root) } } }
    return Projection<Root, Joined>(
      read: { join(read($0), other.read($0)) },
      write: { root, joined in
        write(root, joined[keyPath: first])
        other.write(root, joined[keyPath: second])
      },
      clear: clearBoth)
  }
}
