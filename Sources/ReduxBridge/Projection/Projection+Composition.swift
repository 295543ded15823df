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
