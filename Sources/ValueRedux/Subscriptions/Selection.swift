/// Which part of a state a subscription looks at, and which changes of it are worth telling.
///
/// ```swift
/// Selection(\AppState.unread)                       // told when it changes
///   .when { old, new in new > old }                 // and then only when it grows
/// Selection { (state: AppState) in state.report }   // not Equatable: told after every action
///   .skippingRepeats { $0.id == $1.id }             // unless told what a repeat is
/// ```
///
/// A subscription keeps the value it selected last and nothing else. One that selects a collection
/// therefore holds that collection, and the next change to it copies it once. Select what is shown,
/// a count or an id, to avoid that.
///
/// ## Thread safety
///
/// A value that may be passed between threads; its closures run on the main actor only.
public struct Selection<State, Value>: Sendable {
  /// Compares the value selected last with the one selected now.
  public typealias Comparison = @MainActor (_ old: Value, _ new: Value) -> Bool

  @usableFromInline let select: @MainActor (State) -> Value
  @usableFromInline var isRepeat: Comparison?
  @usableFromInline var filter: Comparison?

  @usableFromInline
  init(
    select: @escaping @MainActor (State) -> Value, isRepeat: Comparison?, filter: Comparison?
  ) {
    self.select = select
    self.isRepeat = isRepeat
    self.filter = filter
  }

  /// Selects a value that cannot be compared: it is told after every action.
  ///
  /// - Parameter select: Reads the value. A key path literal will do.
  @inlinable
  public init(_ select: @escaping @MainActor (State) -> Value) {
    self.init(select: select, isRepeat: nil, filter: nil)
  }

  /// Selects a value that can be compared: it is told when it has changed.
  ///
  /// - Parameter select: Reads the value. A key path literal will do.
  @inlinable
  public init(_ select: @escaping @MainActor (State) -> Value) where Value: Equatable {
    self.init(select: select, isRepeat: { $0 == $1 }, filter: nil)
  }

  /// Says what counts as a repeat, which is not told.
  ///
  /// - Parameter isRepeat: Whether a value repeats the one selected before it.
  /// - Returns: The selection with that rule instead of its own.
  public func skippingRepeats(_ isRepeat: @escaping Comparison) -> Self {
    Self(select: select, isRepeat: isRepeat, filter: filter)
  }

  /// Has the value told after every action, also when it is equal to the one before.
  ///
  /// - Returns: The selection without a rule for repeats.
  public func includingRepeats() -> Self {
    Self(select: select, isRepeat: nil, filter: filter)
  }

  /// Tells only those changes that pass a test; the value at the time of subscribing always passes.
  ///
  /// - Parameter filter: Compares the value last offered, whether it passed or not, with the new one.
  /// - Returns: The selection with this test after the tests it had.
  public func when(_ filter: @escaping Comparison) -> Self {
    let inner = self.filter
    return Self(
      select: select, isRepeat: isRepeat,
      filter: { old, new in (inner?(old, new) ?? true) && filter(old, new) })
  }
}
