/// The part of a state that a subscription reads, and the changes of it that count.
///
/// ```swift
/// Selection(\AppState.unread)                       // delivers each change
///   .when { old, new in new > old }                 // and of these, only growth
/// Selection { (state: AppState) in state.report }   // not Equatable: delivers after every action
///   .skippingRepeats { $0.id == $1.id }             // unless a rule defines what a repeat is
/// ```
///
/// A subscription keeps the value that it selected last, and nothing else. One that selects a
/// collection therefore holds that collection, and the next change to it copies it once. Select a
/// count or an id to avoid that.
///
/// ## Thread safety
///
/// Safe from any thread because it is immutable; its closures run on the main actor only.
public struct Selection<State, Value>: Sendable {
  /// Compares the value that was selected last with the one that is selected now.
  public typealias Comparison = @MainActor (_ old: Value, _ new: Value) -> Bool

  @usableFromInline let select: @MainActor (State) -> Value
  @usableFromInline var isRepeat: Comparison?
  @usableFromInline var filter: Comparison?

  /// Selects a value that is not `Equatable`: every action delivers it.
  @inlinable
  public init(_ select: @escaping @MainActor (State) -> Value) {
    self.select = select
  }

  /// Selects a value that is `Equatable`: each change delivers it.
  @inlinable
  public init(_ select: @escaping @MainActor (State) -> Value) where Value: Equatable {
    self.select = select
    isRepeat = { $0 == $1 }
  }

  /// Replaces the rule by which a value counts as a repeat, which is not delivered.
  public func skippingRepeats(_ isRepeat: @escaping Comparison) -> Self {
    var result = self
    result.isRepeat = isRepeat
    return result
  }

  /// Delivers the value after every action, even if it equals the one before.
  public func includingRepeats() -> Self {
    var result = self
    result.isRepeat = nil
    return result
  }

  /// Delivers only those changes that pass a test; the first delivery is not tested.
  ///
  /// - Parameter filter: Compares the value that was tested last, whether it passed or not, with
  ///   the new one.
  /// - Returns: The selection with this test after the tests that it has.
  public func when(_ filter: @escaping Comparison) -> Self {
    var result = self
    result.filter = { [inner = self.filter] old, new in
      (inner?(old, new) ?? true) && filter(old, new)
    }
    return result
  }
}
