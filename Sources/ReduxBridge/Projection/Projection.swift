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
