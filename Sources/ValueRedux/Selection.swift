/// A part of the state that a subscription reads, and the condition under which the subscription delivers the part.
///
/// ```swift
/// Selection(\AppState.unread)                       // delivers each change; a key path literal
///   .when { old, new in new > old }                 // and of these, only growth
/// Selection { (state: AppState) in state.report }   // not Equatable: delivers after every action
///   .when { old, new in old.id != new.id }          // unless a rule defines what a change is
/// ```
///
/// To compare values, a subscription keeps the last value that it selected. If this value is a collection, the
/// subscription holds a second reference to it, so each action that changes the collection copies it once. To avoid
/// this copy, select a count or an id instead of the collection.
public struct Selection<State, Value>: Sendable {
  /// Compares the value that was selected last with the one that is selected now.
  @usableFromInline typealias Comparison = @MainActor (_ old: Value, _ new: Value) -> Bool

  /// Selects the value, keeps it, and returns whether it counts as a change.
  @usableFromInline typealias Step = @MainActor (Lent<State>, KeptValue<Value>) -> Bool

  @usableFromInline let select: @MainActor (Lent<State>) -> Value
  /// Recognizes repeats; nil if each value counts as a change.
  private let step: Step?
  private let filter: Comparison?
  /// Both together; nil if there is neither, since nothing need be kept then.
  @usableFromInline let advance: Step?

  /// Creates a selection of a value that is not `Equatable`: the subscription delivers the value after every action.
  @inlinable
  public init(_ select: @escaping @MainActor (State) -> Value) {
    self.init({ $0.read(select) }, step: nil)
  }

  /// Creates a selection of a value that is `Equatable`: the subscription delivers the value after each change.
  @inlinable
  public init(_ select: @escaping @MainActor (State) -> Value) where Value: Equatable {
    self.init({ $0.read(select) }) { state, kept in
      kept.advance(to: state.read(select))
    }
  }

  @usableFromInline
  init(
    _ select: @escaping @MainActor (Lent<State>) -> Value,
    step: Step?, filter: Comparison? = nil
  ) {
    self.select = select
    self.step = step
    self.filter = filter
    guard let filter else {
      advance = step
      return
    }
    advance = { state, kept in
      let old = kept.value
      if let step {
        guard step(state, kept) else { return false }
      } else {
        kept.value = select(state)
      }
      return filter(old, kept.value)
    }
  }

  /// Returns a selection that delivers the value after every action, even if it is the same; `when` still applies.
  public func includingRepeats() -> Self {
    Selection(select, step: nil, filter: filter)
  }

  /// Returns a selection that delivers a change only if `filter` returns true; it always delivers the first value.
  ///
  /// - Parameter filter: A closure that returns true to deliver the new value. `old` is the previous value, even if
  ///   that value was not delivered.
  /// - Returns: A selection that delivers a change only if the closures of earlier calls of `when` return true, too.
  public func when(
    _ filter: @escaping @MainActor (_ old: Value, _ new: Value) -> Bool
  ) -> Self {
    Selection(select, step: step) { [inner = self.filter] old, new in
      (inner?(old, new) ?? true) && filter(old, new)
    }
  }
}

/// A value that a subscription keeps between two actions, which is not checked for exclusive access at run time.
@frozen @usableFromInline
struct KeptValue<Value> {
  // One block, where a `PinnedBox` in a class is two.
  @usableFromInline let buffer: ManagedBuffer<Value, Void>

  @inlinable
  init(_ value: Value) { buffer = .create(minimumCapacity: 0) { _ in value } }

  @inlinable @inline(__always)
  func access<Result>(_ body: (inout Value) -> Result) -> Result {
    unsafe buffer.withUnsafeMutablePointerToHeader { unsafe body(&$0.pointee) }
  }

  @inlinable var value: Value {
    get { access { $0 } }
    nonmutating set { access { $0 = newValue } }
  }
}

extension KeptValue where Value: Equatable {
  /// Keeps a value, and returns whether it differs from the one before.
  @inlinable
  func advance(to value: Value) -> Bool {
    if access({ $0 == value }) { return false }
    self.value = value
    return true
  }
}
